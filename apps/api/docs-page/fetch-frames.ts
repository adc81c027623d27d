/** How long a stream is listened to. */
const LISTEN_MS = 2_000;

/** As `fetch`; of a stream, which has no end to wait for, its first frames. */
export async function fetchFrames(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request);
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream') || response.body === null) return response;
  const reader = response.body.getReader();
  const isOver = new Promise<null>((resolve) => {
    window.setTimeout(resolve, LISTEN_MS, null);
  });
  const next = (): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | null> =>
    Promise.race([reader.read(), isOver]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let part = await next(); part?.done === false; part = await next()) parts.push(part.value);
  await reader.cancel();
  const { status, statusText, headers } = response;
  return new Response(new Blob(parts), { status, statusText, headers });
}
