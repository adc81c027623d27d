import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a PostgreSQL on which nothing comes through any more when the test says so. Its connections stay. */
export class SilentProxy {
  private isSilent = false;
  private isServerSilent = false;

  private constructor(
    readonly url: string,
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  static async start(databaseUrl: string): Promise<SilentProxy> {
    const { hostname, port } = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      const forward = (from: Socket, to: Socket): void => {
        sockets.add(from);
        from.on('data', (data) => proxy.isSilent || (from === far && proxy.isServerSilent) || to.write(data));
        from.on('error', () => undefined);
        from.on('close', () => to.destroy());
      };
      forward(near, far);
      forward(far, near);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new SilentProxy(url.href, server, sockets);
    return proxy;
  }

  silence(): void {
    this.isSilent = true;
  }

  /** The server goes on with what it is sent; what it says does not come through. */
  silenceServer(): void {
    this.isServerSilent = true;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
