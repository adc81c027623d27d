import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The request after so many that wait is refused in its turn, and the connection ends with it. */
const MOST_WAITING = 100;

/** What is sent beyond that is not read: a client that goes on is ended at once. */
const MOST_UNREAD = 1_000;

/**
 * Serves the requests of one connection one after another. A client may send many before it has the first response;
 * served as they are parsed, thousands of them would keep all other clients waiting.
 */
export class RequestTurns {
  private readonly waiting = new WeakMap<Socket, number>();

  /** @param onFlood told of a connection whose client sends on after that */
  constructor(private readonly onFlood: (socket: Socket) => void) {}

  /**
   * Calls `serve` when the request is the first of its connection that has no response yet.
   *
   * @param refuse called in its place where too many wait: it responds, and lets the connection end
   */
  take({ socket }: IncomingMessage, response: ServerResponse, serve: () => void, refuse: () => void): void {
    // node:http gives a response its socket when the one before it is finished.
    if (response.socket !== null) {
      serve();
      return;
    }
    // The rest of a segment is still parsed after its connection was ended.
    if (socket.destroyed) return;
    const ahead = this.waiting.get(socket) ?? 0;
    if (ahead >= MOST_WAITING + MOST_UNREAD) this.onFlood(socket);
    this.waiting.set(socket, ahead + 1);
    if (ahead > MOST_WAITING) return;
    const respond = ahead === MOST_WAITING ? refuse : serve;
    response.once('socket', () => {
      this.waiting.set(socket, (this.waiting.get(socket) ?? 1) - 1);
      // Other connections have their turn first.
      setImmediate(() => {
        if (!socket.destroyed) respond();
      });
    });
  }
}
