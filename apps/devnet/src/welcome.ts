import path from 'node:path';
import type { Settings } from '#settings';
import { clientBaseUrl } from './api-address.js';

/** What somebody who just typed `npm start` needs to know. */
export function welcome(env: Settings): string {
  const base = clientBaseUrl(env);
  const { origin } = new URL(base);
  const dataFolder = path.relative(process.cwd(), path.resolve(env.dataDir));
  return `
  Slipway is running. Ctrl-C stops it; what it keeps is in ${dataFolder.startsWith('..') ? path.resolve(env.dataDir) : dataFolder}

    API           ${base}
    Swagger UI    ${origin}/docs
    Description   ${origin}/openapi.json
    For agents    ${origin}/llms.txt
    Chain RPC     ${env.chosen.has('RPC_URL') ? 'as RPC_URL says' : env.rpc.http[0]}

  Try:  curl '${base}/apps?limit=3'
`;
}
