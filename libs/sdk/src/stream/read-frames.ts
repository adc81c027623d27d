import { fail } from '../errors.js';

/** One event of Server-Sent Events. */
export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** A position alone, which a quiet stream sends with its comments. */
export interface Acknowledgement {
  readonly id: string;
  readonly data: null;
}

/** The longest frame that is read: a retraction may have thousands of candles. */
const MAX_FRAME_CHARS = 16 * 1024 * 1024;

/**
 * Reads Server-Sent Events until the connection ends. Leaving the loop closes it.
 *
 * @param idleMs how long nothing may come, comments included
 * @throws SlipwayError `timeout` when nothing came for so long, `invalid_response` for a frame without an end
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<Frame | Acknowledgement, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await withinIdle(reader.read(), idleMs);
      if (done) return;
      // A CR at the end may be half of a CRLF.
      const parts = (text + decoder.decode(value, { stream: true })).split(/\r\n\r\n|\n\n|\r\r(?!\n)/);
      text = parts.pop() ?? '';
      if (text.length > MAX_FRAME_CHARS) throw fail('invalid_response', 'a frame of the stream has no end');
      for (const part of parts) {
        const frame = toFrame(part);
        if (frame !== null) yield frame;
      }
    }
  } finally {
    // A connection that broke cannot be cancelled, and need not be.
    reader.cancel().catch(() => undefined);
  }
}

async function withinIdle<T>(read: Promise<T>, idleMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(fail('timeout', `nothing came on the stream for ${idleMs} ms`));
    }, idleMs);
  });
  try {
    return await Promise.race([read, idle]);
  } finally {
    clearTimeout(timer);
  }
}

/** Null for a mere comment. */
function toFrame(part: string): Frame | Acknowledgement | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of part.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  if (data.length > 0) return { id, event, data: data.join('\n') };
  return id === null ? null : { id, data: null };
}
