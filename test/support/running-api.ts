import type { AddressInfo, Server } from 'node:net';
import { ApiModule, type ApiEnv } from '../../apps/api/src/api.module.js';
import { createApi } from '../../apps/api/src/create-api.js';

/** The real API in this process, on a free port. */
export interface RunningApi {
  /** Such as `http://127.0.0.1:4711`, without the prefix. */
  readonly origin: string;
  /** Gets a path below the prefix. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export async function startApi(databaseUrl: string, env: Partial<ApiEnv> = {}): Promise<RunningApi> {
  const root = ApiModule.register(
    { databaseUrl, databasePoolSize: 4, priceFeedHeartbeatSeconds: 3_600, readCacheMb: 16, ...env },
    { accessLog: null },
  );
  const app = await createApi(root, { publicBaseUrl: 'http://localhost:3000/v1', logger: false });
  app.enableShutdownHooks([]);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    get: (path, headers = {}) => fetch(`${origin}/v1${path}`, { headers }),
    close: () => app.close(),
  };
}
