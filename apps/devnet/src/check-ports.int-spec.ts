import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { checkPorts, type PortUse } from './check-ports.js';

describe('checkPorts', () => {
  const use = (port: number, variable: string, purpose: string): PortUse => ({
    port,
    variable,
    purpose,
    host: '127.0.0.1',
  });

  it('names a port that is listened on', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lines = await checkPorts([use(port, 'RPC_PORT', 'chain')]);
    server.close();
    expect(lines).toEqual([`port ${port} (chain) is in use: free it, or set RPC_PORT`]);
  });

  it('names a port that two parts are to have, rather than call it taken', async () => {
    const uses = [
      use(4_711, 'PORT', 'API'),
      use(4_712, 'RPC_PORT', 'chain'),
      use(4_711, 'PG_PORT', 'PostgreSQL'),
    ];
    expect(await checkPorts(uses)).toEqual([
      'PORT and PG_PORT are both 4711: API and PostgreSQL need a port each',
    ]);
  });
});
