import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.js';
import { until } from './until.js';

export type CacheServerName = 'varnish' | 'nginx';

const DEPLOY = path.resolve('deploy');

/** Everything that this process started: none outlives it, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Varnish or nginx in front of APIs of this machine, by the configuration in `deploy/` with other ports and folders. */
export class CacheServer {
  log = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
  }

  /** @param apiPorts of the processes that it asks */
  static async start(name: CacheServerName, apiPorts: readonly number[]): Promise<CacheServer> {
    const port = await freePort();
    const folder = await mkdtemp(path.join(tmpdir(), `slipway-${name}-`));
    const words = await (name === 'varnish' ? prepareVarnish : prepareNginx)(folder, port, apiPorts);
    const [program = '', ...args] = words;
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const cache = new CacheServer(port, folder, child);
    try {
      await cache.untilReady();
    } catch (error) {
      await cache.stop();
      throw error;
    }
    return cache;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Until it takes an API for healthy: on a busy machine a probe that is late takes it away for seconds. */
  async untilReady(): Promise<void> {
    const isReady = async (): Promise<boolean> => {
      if (this.child.exitCode !== null) throw new Error(`it ended with ${this.child.exitCode}`);
      return (await fetch(`${this.origin}/health/live`).catch(() => null))?.ok === true;
    };
    await until(() => `the cache starts:\n${this.log}`, isReady);
  }
}

async function prepareVarnish(folder: string, port: number, apiPorts: readonly number[]): Promise<string[]> {
  const backends = await readFile(path.join(DEPLOY, 'varnish/backends.vcl'), 'utf8');
  const [declared = ''] = /^backend api \{.*?^\}\n/ms.exec(backends) ?? [];
  const each = (write: (apiPort: number) => string): string => apiPorts.map(write).join('');
  const local = replaceIn(backends, {
    [declared]: each((apiPort) =>
      replaceIn(declared, {
        'backend api ': `backend api${apiPort} `,
        '"api"': '"127.0.0.1"',
        '"3000"': `"${apiPort}"`,
      }),
    ),
    'apis.add_backend(api);': each((apiPort) => `apis.add_backend(api${apiPort});`),
    'shards.add_backend(api);': each((apiPort) => `shards.add_backend(api${apiPort});`),
  });
  await writeFile(path.join(folder, 'backends.vcl'), local);
  const work = path.join(folder, 'work');
  await mkdir(work);
  return [
    ['varnishd', '-F', '-j', 'none', '-T', 'none', '-n', work, '-s', 'malloc,64m', '-a', `127.0.0.1:${port}`],
    ['-p', `vcl_path=${folder}`, '-f', path.join(DEPLOY, 'varnish/slipway.vcl')],
  ].flat();
}

async function prepareNginx(folder: string, port: number, apiPorts: readonly number[]): Promise<string[]> {
  const config = await readFile(path.join(DEPLOY, 'nginx/slipway.conf'), 'utf8');
  const local = replaceIn(config, {
    'server api:3000 ': apiPorts.map((apiPort) => `server 127.0.0.1:${apiPort} `).join('max_fails=1;\n  '),
    'listen 8080;': `listen 127.0.0.1:${port};`,
    '/var/cache/nginx/slipway': path.join(folder, 'cache'),
  });
  await writeFile(path.join(folder, 'slipway.conf'), local);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, kind)};`,
  );
  // One process, which is ours to end.
  const main = `daemon off;
master_process off;
pid ${path.join(folder, 'pid')};
error_log stderr;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')} include ${path.join(folder, 'slipway.conf')}; }
`;
  await writeFile(path.join(folder, 'nginx.conf'), main);
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')];
}

/** @throws Error where the configuration no longer has the replaced text */
function replaceIn(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`the configuration has no ${from}`);
    return done.replace(from, to);
  }, text);
}
