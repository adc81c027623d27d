import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encryptKeystoreJsonSync } from 'ethers';
import { keccak256, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startAnvil, type RunningAnvil } from '../support/anvil.js';
import { freePort } from '../support/free-port.js';
import { runOps } from '../support/run-ops.js';
import { until } from '../support/until.js';

/** Above 2^31, and not anvil's own. */
const CHAIN_ID = 5_000_000_123;
const ETHER = 10n ** 18n;
const PROGRAM = path.resolve('dist/apps/devnet/deploy.js');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

describe('npm run devnet:deploy', () => {
  let anvil: RunningAnvil;
  let folder: string;
  let key: Hex;
  let account: Address;

  beforeAll(async () => {
    anvil = await startAnvil({}, ['--chain-id', String(CHAIN_ID), '--block-time', '1']);
  });

  afterAll(() => anvil.stop());

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slipway-deploy-'));
    key = generatePrivateKey();
    account = privateKeyToAccount(key).address;
    await writeFile(path.join(folder, 'key'), `${key}\n`);
    await anvil.client.setBalance({ address: account, value: ETHER });
  });

  afterEach(() => rm(folder, { recursive: true }));

  const record = (): string => path.join(folder, `deployment-${CHAIN_ID}.json`);

  function start(words: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [PROGRAM, '--rpc', anvil.rpcUrl, ...words], {
      cwd: folder,
      env: { PATH, HOME, DEPLOYER_KEY_FILE: path.join(folder, 'key'), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async function run(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const child = start(words, more);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.setEncoding('utf8').on('data', (text: string) => (said[stream] += text));
    const [code] = (await once(child, 'close')) as [number | null];
    // Whatever it says, it says no secret.
    expect(`${said.stdout}${said.stderr}`).not.toContain(key.slice(2));
    return { code, ...said };
  }

  const sent = (): Promise<number> => anvil.client.getTransactionCount({ address: account });

  const toVariables = (stdout: string): Record<string, string> =>
    Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .map((line) => line.split('=') as [string, string]),
    );

  it('puts the contracts on a chain of another id, says what that costs, and prints settings that a check finds right', async () => {
    const { code, stdout, stderr } = await run(['--yes', '--price', '0.25', '--distributors', '2']);
    expect(stderr).toMatch(/\d+ gas at [\d.]+ to [\d.]+ gwei: 0\.\d+ to 0\.\d+, .* has 1\n/);
    expect([code, await sent()]).toEqual([0, 8]);
    expect(stdout.match(/^# distributor \d: 0x\w{40}$/gm)).toHaveLength(2);
    const settings = { ...toVariables(stdout), RPC_URL: anvil.rpcUrl };
    const check = await runOps(settings, 'chain', 'check');
    expect(check.code).toBe(0);
    expect(check.stdout).toMatch(/price feed .* answered 25000000 \d+ s before/);
    expect(check.stdout).toMatch(/Multicall3 +no: .*\n +without it: preflight/);
  });

  it('goes on where it was killed, and sends nothing twice', async () => {
    const known = async (): Promise<number> => {
      const text = await readFile(record(), 'utf8').catch(() => '{"sent":{}}');
      return Object.keys((JSON.parse(text) as { sent: object }).sent).length;
    };
    for (const entries of [1, 2, 4]) {
      const child = start(['--yes', '--distributors', '1']);
      const gone = once(child, 'exit');
      await until(`${entries} are recorded`, async () => (await known()) >= entries);
      child.kill('SIGKILL');
      await gone;
    }
    const { code, stdout, stderr } = await run(['--yes', '--distributors', '1']);
    expect([code, await sent()]).toEqual([0, 6]);
    expect(stderr).toContain('platformToken: is at');
    const again = await run(['--yes', '--distributors', '1']);
    expect([again.stdout, await sent()]).toEqual([stdout, 6]);
    expect(again.stderr).not.toContain('gas');
  });

  it('sends anew for more what was recorded, and never came to the chain, when fees have risen', async () => {
    const child = start(['--yes', '--only-distributors', '--distributors', '1']);
    const gone = once(child, 'exit');
    await until('it is recorded', async () => (await readFile(record(), 'utf8').catch(() => '')) !== '');
    child.kill('SIGKILL');
    await gone;
    const { sent: before } = JSON.parse(await readFile(record(), 'utf8')) as {
      sent: Record<string, { signed: Hex[] }>;
    };
    await anvil.client.dropTransaction({ hash: keccak256(before['distributor 1']!.signed[0]!) });
    await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 50n * 10n ** 9n });
    await anvil.client.mine({ blocks: 1 });
    const { code } = await run(['--yes', '--only-distributors', '--distributors', '1']);
    expect([code, await sent()]).toEqual([0, 1]);
  });

  it('signs with the key of a keystore', async () => {
    const file = path.join(folder, 'keystore.json');
    const options = { scrypt: { N: 1_024, r: 8, p: 1 } };
    await writeFile(
      file,
      encryptKeystoreJsonSync({ address: account, privateKey: key }, 'a secret', options),
    );
    const keystore = { DEPLOYER_KEY_FILE: '', DEPLOYER_KEYSTORE: file };
    const words = ['--yes', '--only-distributors', '--distributors', '1'];
    for (const [password, said] of [
      ['another', `DEPLOYER_KEYSTORE: not the password of ${file}\n`],
      ['', 'DEPLOYER_PASSWORD: not set, and there is no terminal to ask for it\n'],
    ] as const)
      expect(await run(words, { ...keystore, DEPLOYER_PASSWORD: password })).toEqual({
        ...{ code: 1, stdout: '' },
        stderr: said,
      });
    await writeFile(path.join(folder, 'password'), 'a secret\n');
    const right = { ...keystore, DEPLOYER_PASSWORD_FILE: path.join(folder, 'password') };
    const { code, stderr } = await run(words, right);
    expect([code, stderr.split('\n')[0]]).toEqual([0, `chain ${CHAIN_ID}, account ${account}`]);
    expect(await sent()).toBe(1);
  });

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['without a key', ['--yes'], { DEPLOYER_KEY_FILE: '' }, /^no key to sign with: .*DEPLOYER_KEYSTORE/],
    [
      'with what is no key',
      ['--yes'],
      { DEPLOYER_KEY_FILE: '', DEPLOYER_KEY: '0x12' },
      /^DEPLOYER_KEY: must be/,
    ],
    ['without an answer', [], {}, /there is no terminal to ask on: say --yes/],
    [
      'on another chain than is meant',
      ['--yes'],
      { CHAIN_ID: '1' },
      /the node is on chain 5000000123, CHAIN_ID is 1/,
    ],
    ['without a price', ['--yes', '--price', '0'], {}, /^--price must be an amount/],
    [
      'with a record of something else',
      ['--yes', '--record', 'key'],
      {},
      /^key is no record|key is no record/,
    ],
  ])('sends nothing %s, and says so in a line', async (_, words, more, line) => {
    const { code, stdout, stderr } = await run(words, more);
    expect([code, stdout, await sent()]).toEqual([1, '', 0]);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(line);
  });

  it('sends nothing for an account that cannot pay', async () => {
    await anvil.client.setBalance({ address: account, value: 10n ** 12n });
    const { code, stderr } = await run(['--yes']);
    expect([code, await sent()]).toEqual([1, 0]);
    expect(stderr).toMatch(new RegExp(`${account} lacks 0\\.\\d+: nothing was sent\n$`));
  });

  it('is refused by a chain of an older EVM, before money is spent', async () => {
    const old = await startAnvil({ hardfork: 'shanghai' }, ['--chain-id', '77']);
    try {
      await old.client.setBalance({ address: account, value: ETHER });
      const { code, stderr } = await run(['--yes', '--rpc', old.rpcUrl]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /\nthis chain does not know MCOPY, which came with Cancun: .* nothing was sent\n$/,
      );
      expect(await old.client.getTransactionCount({ address: account })).toBe(0);
    } finally {
      await old.stop();
    }
  });

  it('says that no node is there', async () => {
    const { code, stderr } = await run(['--yes', '--rpc', `http://127.0.0.1:${await freePort()}`]);
    expect([code, stderr]).toEqual([1, 'the node: no connection\n']);
  });
});
