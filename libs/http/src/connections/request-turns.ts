import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection on which more requests wait is ended: a client that reads its responses does not send so far ahead. */
const MOST_WAITING = 100;

/**
 * Serves the requests of one connection one after another. A client may send many before it has the first response;
 * served as they are parsed, thousands of them would keep all other clients waiting.
 */
export class RequestTurns {
  private readonly waiting = new WeakMap<Socket, number>();

  /** @param onTooMany told of a connection on which too many requests wait */
  constructor(private readonly onTooMany: (socket: Socket) => void) {}

  /** Calls `serve` when the request is the first of its connection that has no response yet. */
  take({ socket }: IncomingMessage, response: ServerResponse, serve: () => void): void {
    // node:http gives a response its socket when the one before it is finished.
    if (response.socket !== null) {
      serve();
      return;
    }
    // The rest of a segment is still parsed after its connection was ended.
    if (socket.destroyed) return;
    const ahead = this.waiting.get(socket) ?? 0;
    if (ahead >= MOST_WAITING) {
      this.onTooMany(socket);
      return;
    }
    this.waiting.set(socket, ahead + 1);
    response.once('socket', () => {
      this.waiting.set(socket, (this.waiting.get(socket) ?? 1) - 1);
      // Other connections have their turn first.
      setImmediate(() => {
        if (!socket.destroyed) serve();
      });
    });
  }
}
