/** A frame as a client has it. */
export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A client of Server-Sent Events that can be cut off: what `EventSource` does, without its reconnecting. */
export class StreamClient {
  readonly frames: Frame[] = [];
  /** The id of the last frame that had one. */
  lastId: string | null = null;
  /** What an EventSource waits before it comes again. */
  retryMs: number | null = null;
  isEnded = false;

  private constructor(
    readonly response: Response,
    private readonly controller: AbortController,
  ) {
    void this.read();
  }

  static async open(url: string, lastId: string | null = null): Promise<StreamClient> {
    const controller = new AbortController();
    const headers = lastId === null ? {} : { 'Last-Event-ID': lastId };
    const response = await fetch(url, { headers, signal: controller.signal });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return new StreamClient(response, controller);
  }

  of(event: string): Frame[] {
    return this.frames.filter((frame) => frame.event === event);
  }

  cut(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    let text = '';
    try {
      for await (const chunk of this.response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const parts = text.split('\n\n');
        text = parts.pop()!;
        for (const part of parts) this.take(part);
      }
    } catch (error) {
      // The other side has ended amid the response; the error's class is of another realm than the suite's.
      if (!this.controller.signal.aborted && String(error) !== 'TypeError: terminated') throw error;
    }
    this.isEnded = true;
  }

  private take(part: string): void {
    const fields = new Map(
      part.split('\n').map((line) => [line.split(': ')[0]!, line.slice(line.indexOf(': ') + 2)]),
    );
    const data = fields.get('data');
    this.retryMs = Number(fields.get('retry') ?? this.retryMs);
    const id = fields.get('id') ?? null;
    this.lastId = id ?? this.lastId;
    if (data === undefined) return;
    this.frames.push({ id, event: fields.get('event')!, data: JSON.parse(data) as Frame['data'] });
  }
}
