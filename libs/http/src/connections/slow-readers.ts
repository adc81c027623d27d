import type { Socket } from 'node:net';

/** What of a socket tells how far its client has read. node:net bounds its own timeouts by `writeQueueSize` too. */
type ReadSocket = Pick<Socket, 'bytesWritten' | 'writableLength'> & {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

interface Mark {
  /** Bytes that the system had taken for the client. */
  readonly taken: number;
  readonly at: number;
}

/** A client that takes fewer bytes than this in so long, while more wait for it, does not read. */
const FEWEST_BYTES = 8_192;
const WITHIN_MS = 30_000;

/**
 * Finds clients that do not read what they asked for. A socket's own timeout would not do: a client puts that off by
 * sending a byte now and then.
 */
export class SlowReaders<S extends ReadSocket = Socket> {
  private readonly marks = new WeakMap<S, Mark>();

  constructor(private readonly withinMs = WITHIN_MS) {}

  /** @returns those of the sockets whose clients took too little for too long; to be asked every few seconds */
  find(sockets: Iterable<S>, now: number): S[] {
    const found: S[] = [];
    for (const socket of sockets) {
      if (socket.writableLength === 0) this.marks.delete(socket);
      else if (this.isSlow(socket, now)) found.push(socket);
    }
    return found;
  }

  private isSlow(socket: S, now: number): boolean {
    // Bytes written that no longer wait: a large response is one write, of which the queue holds the rest.
    const taken = socket.bytesWritten - (socket._handle?.writeQueueSize ?? 0);
    const mark = this.marks.get(socket);
    if (mark !== undefined && taken - mark.taken < FEWEST_BYTES) return now - mark.at >= this.withinMs;
    this.marks.set(socket, { taken, at: now });
    return false;
  }
}
