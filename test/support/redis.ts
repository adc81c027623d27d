import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { until } from './until.js';

/** Everything that this process started: none outlives it, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A redis-server of a test, which keeps its port when it is stopped and started. */
export class RedisServer {
  private child: ChildProcess | null = null;

  private constructor(readonly port: number) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const settings = { port: String(this.port), bind: '127.0.0.1', save: '', appendonly: 'no' };
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn('redis-server', words, { stdio: 'ignore' });
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.child = child;
    await this.untilReady();
  }

  async stop(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  }

  /** The process stands still: connections are accepted by the kernel, and no reply comes. */
  freeze(): Promise<void> {
    this.child?.kill('SIGSTOP');
    return Promise.resolve();
  }

  thaw(): Promise<void> {
    this.child?.kill('SIGCONT');
    return Promise.resolve();
  }

  private async untilReady(): Promise<void> {
    const isReady = async (): Promise<boolean> => {
      const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
      client.on('error', () => undefined);
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      );
      // What never connected has ended; to disconnect it would hold Jest's worker for two more seconds.
      if (!isConnected) return false;
      await client.ping();
      client.disconnect();
      return true;
    };
    await until('Redis responds', isReady);
  }
}
