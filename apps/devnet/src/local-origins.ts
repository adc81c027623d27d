import { isIPv6 } from 'node:net';
import path from 'node:path';
import type { Settings } from '@slipway/settings';

type Place = Pick<Settings, 'host' | 'port'>;

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Where programs of this machine reach the API. */
export function apiOrigin({ host, port }: Place): string {
  const reachable = EVERY_ADDRESS.has(host) ? '127.0.0.1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

/** Where clients are told to reach it: the chosen one, else `localhost` where that is true, else the one address. */
export function clientBaseUrl(env: Place & Pick<Settings, 'chosen' | 'publicBaseUrl'>): string {
  const isLocal = EVERY_ADDRESS.has(env.host) || LOOPBACK.has(env.host);
  return env.chosen.has('PUBLIC_BASE_URL') || isLocal ? env.publicBaseUrl : `${apiOrigin(env)}/v1`;
}

/** Pages that may ask the local chain: the market page, as clients are told and by the names of this machine, and chosen ones. */
export function pageOrigins(
  env: Place & Pick<Settings, 'chosen' | 'publicBaseUrl' | 'localOrigins'>,
): string[] {
  const { origin } = new URL(clientBaseUrl(env));
  const ours = [origin, `http://localhost:${env.port}`, `http://127.0.0.1:${env.port}`];
  return [...new Set([...ours, ...env.localOrigins])];
}

/** What a developer who just typed `npm start` needs to know. */
export function welcome(env: Settings): string {
  const base = clientBaseUrl(env);
  const { origin } = new URL(base);
  const dataFolder = path.relative(process.cwd(), path.resolve(env.dataDir));
  return `
  Slipway is running. Ctrl-C stops it; what it keeps is in ${dataFolder.startsWith('..') ? path.resolve(env.dataDir) : dataFolder}

    Market        ${origin}
    API           ${base}
    Swagger UI    ${origin}/docs
    Description   ${origin}/openapi.json
    For agents    ${origin}/llms.txt
    Chain RPC     ${env.chosen.has('RPC_URL') ? 'as RPC_URL says' : env.rpc.http[0]}

  Try:  curl '${base}/apps?limit=3'
`;
}
