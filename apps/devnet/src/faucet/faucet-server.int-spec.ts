import { request } from 'node:http';
import { FaucetServer } from './faucet-server.js';

const ORIGIN = 'http://localhost:3000';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('the faucet of the local network', () => {
  let faucet: FaucetServer;
  let url: string;
  let funded: string[];
  let failure: Error | null;

  beforeEach(async () => {
    [funded, failure] = [[], null];
    faucet = new FaucetServer({
      origins: [ORIGIN],
      fund: (wallet) => {
        if (failure !== null) return Promise.reject(failure);
        funded.push(wallet);
        return Promise.resolve();
      },
    });
    url = await faucet.listen();
  });

  afterEach(async () => {
    await faucet.close();
  });

  /** As a page does; `fetch` of Node.js has a `Host` of its own. */
  function ask(headers: Record<string, string>, body: string, method = 'POST'): Promise<[number, string]> {
    return new Promise((resolve, reject) => {
      const all = { 'Content-Type': 'application/json', Origin: ORIGIN, ...headers };
      const asked = request(url, { method, headers: all }, (response) => {
        response.resume();
        response.on('end', () => {
          resolve([response.statusCode!, response.headers['access-control-allow-origin'] ?? '']);
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  it('funds a wallet for a page of the local API', async () => {
    expect(await ask({}, '', 'OPTIONS')).toEqual([204, ORIGIN]);
    expect(await ask({}, JSON.stringify({ address: WALLET.toLowerCase() }))).toEqual([200, ORIGIN]);
    expect(funded).toEqual([WALLET]);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['a frame without an origin', { Origin: 'null' }],
    ['a name that leads here', { Host: 'evil.example' }],
    ['a program that says no origin', { Origin: '' }],
  ])('refuses %s', async (_who, headers) => {
    const body = JSON.stringify({ address: WALLET });
    expect(await ask(headers, body)).toEqual([403, '']);
    expect(await ask(headers, '', 'OPTIONS')).toEqual([403, '']);
    expect(funded).toEqual([]);
  });

  it.each(['', '{', 'null', '{"address":1}', '{"address":"0x12"}', `{"address":"${'0'.repeat(999)}"}`])(
    'refuses what is no address: %s',
    async (body) => {
      expect((await ask({}, body))[0]).toBe(400);
      expect((await ask({ 'Content-Type': 'text/plain' }, JSON.stringify({ address: WALLET })))[0]).toBe(400);
      expect(funded).toEqual([]);
    },
  );

  it('says when the chain does not, and goes on', async () => {
    failure = new Error('no chain');
    expect((await ask({}, JSON.stringify({ address: WALLET })))[0]).toBe(500);
    failure = null;
    expect((await ask({}, JSON.stringify({ address: WALLET })))[0]).toBe(200);
  });

  it('funds 20 wallets a minute', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await ask({}, JSON.stringify({ address: WALLET })))[0]);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  });
});
