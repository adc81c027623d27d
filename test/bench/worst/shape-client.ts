import { Agent, request } from 'node:http';
import type { Shape } from './shape.js';

/** A client with one connection at a time, from an address of its own. */
export class ShapeClient {
  private readonly agent: Agent;

  /** @param localAddress which of the loopback addresses it asks from */
  constructor(
    private readonly port: number,
    localAddress: string,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  }

  /** @returns the status of the response, once it was read; null when the server hung up instead */
  send({ method, target, headers = {}, body }: Shape): Promise<number | null> {
    return new Promise((resolve) => {
      const sent = request(
        { port: this.port, host: '127.0.0.1', agent: this.agent, method, path: target, headers },
        (response) => {
          response.resume();
          response.once('close', () => {
            resolve(response.statusCode ?? null);
          });
        },
      );
      // A connection that the server closed is a response too; the next request opens another.
      sent.once('error', () => {
        resolve(null);
      });
      sent.end(typeof body === 'function' ? body() : body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
