import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** An address that leads to one PostgreSQL, and later to another: what a DNS name or a virtual address is in production. */
export class MovableName {
  private readonly sockets = new Set<Socket>();

  private constructor(
    /** That of the database, by this address. */
    readonly url: string,
    private port: number,
    private readonly server: Server,
  ) {}

  static async of(databaseUrl: string): Promise<MovableName> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.port = String((server.address() as AddressInfo).port);
    const name = new MovableName(url.href, Number(new URL(databaseUrl).port), server);
    server.on('connection', (near) => {
      name.forward(near);
    });
    return name;
  }

  /** New connections lead to another server; those that are there are closed. */
  moveTo(databaseUrl: string): void {
    this.port = Number(new URL(databaseUrl).port);
    this.closeAll();
  }

  async stop(): Promise<void> {
    this.closeAll();
    this.server.close();
    await once(this.server, 'close');
  }

  private closeAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(near: Socket): void {
    const far = connect(this.port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
