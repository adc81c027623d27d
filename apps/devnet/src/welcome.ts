import path from 'node:path';
import type { Env } from '#env';

/** What somebody who just typed `npm start` needs to know. */
export function welcome(env: Env): string {
  const origin = new URL(env.publicBaseUrl).origin;
  const dataFolder = path.relative(process.cwd(), path.resolve(env.dataDir));
  return `
  Slipway is running. Ctrl-C stops it; what it keeps is in ${dataFolder.startsWith('..') ? path.resolve(env.dataDir) : dataFolder}

    API           ${env.publicBaseUrl}
    Swagger UI    ${origin}/docs
    Description   ${origin}/openapi.json
    For agents    ${origin}/llms.txt
    Chain RPC     ${env.chosen.has('RPC_URL') ? 'as RPC_URL says' : env.rpc.http[0]}

  Try:  curl '${env.publicBaseUrl}/apps?limit=3'
`;
}
