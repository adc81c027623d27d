import { createInterface } from 'node:readline/promises';
import { Command, CommanderError } from 'commander';
import { parseUnits, type Hex } from 'viem';
import { NodeError } from '@slipway/chain';
import { parseUrl } from '@slipway/domain';
import { SettingsError, loadSettings } from '@slipway/settings';
import { JsonRpc } from './chain/json-rpc.js';
import { EVM_VERSION, checkEvm } from './deploy/check-evm.js';
import { deployContracts, type Wanted } from './deploy/deploy-contracts.js';
import { DeployError } from './deploy/deploy-error.js';
import { DeployRecord } from './deploy/deploy-record.js';
import { Deployer } from './deploy/deployer.js';
import { readAccount } from './deploy/read-key.js';

interface Options {
  readonly rpc?: string;
  readonly record?: string;
  readonly distributors: string;
  readonly onlyDistributors?: true;
  readonly price?: string;
  readonly yes?: true;
}

/** Decimals of the feed's answers. */
const USD_DECIMALS = 8;

const program = new Command('npm run devnet:deploy --')
  .description(
    `Puts the contracts of this repository on any chain with the EVM of ${EVM_VERSION}, and prints their settings. The key is that of DEPLOYER_KEYSTORE or DEPLOYER_KEY_FILE.`,
  )
  .option('--rpc <url>', 'node of the chain; else the first of RPC_URL')
  .option('--distributors <count>', 'reward distributors, owned by the account', '0')
  .option('--only-distributors', 'distributors alone, for contracts that are there')
  .option('--price <usd>', "the feed's first answer: USD for a platform token")
  .option('--record <file>', 'what was sent, to go on with; deployment-<chain id>.json')
  .option('--yes', 'send without asking')
  .allowExcessArguments(false)
  .exitOverride();

/** `npm run devnet:deploy`: the settings go to standard output, everything else to standard error. */
async function main(): Promise<void> {
  const options = program.parse().opts<Options>();
  const wanted = readWanted(options);
  const settings = loadSettings();
  const rpc = new JsonRpc(readUrl(options.rpc) ?? settings.rpc.http[0]);
  const account = await readAccount(settings);
  const chainId = Number(await rpc.call<Hex>('eth_chainId'));
  if (!Number.isSafeInteger(chainId)) throw new DeployError('the node does not say its chain id');
  if (settings.chosen.has('CHAIN_ID') && settings.chainId !== chainId)
    throw new DeployError(`the node is on chain ${chainId}, CHAIN_ID is ${settings.chainId}`);
  say(`chain ${chainId}, account ${account.address}`);
  await checkEvm(rpc);
  const record = await DeployRecord.open(
    options.record ?? `deployment-${chainId}.json`,
    chainId,
    account.address,
  );
  const deployer = new Deployer(rpc, account, chainId, record);
  const agree = options.yes === true ? () => Promise.resolve(true) : ask;
  for (const line of await deployContracts(deployer, chainId, wanted, { say, agree }))
    process.stdout.write(`${line}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new DeployError('there is no terminal to ask on: say --yes to send without; nothing was sent');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function readWanted({ distributors, onlyDistributors, price }: Options): Wanted {
  if (!/^\d{1,2}$/.test(distributors)) throw new DeployError('--distributors must be a number up to 99');
  if (onlyDistributors === true && Number(distributors) === 0)
    throw new DeployError('--only-distributors: say how many by --distributors');
  if (price !== undefined && !(/^\d{1,9}(\.\d{1,8})?$/.test(price) && Number(price) > 0))
    throw new DeployError('--price must be an amount of USD such as 0.25, with at most 8 decimals');
  return {
    contracts: onlyDistributors !== true,
    distributors: Number(distributors),
    price: price === undefined ? null : parseUnits(price, USD_DECIMALS),
  };
}

function readUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^https?:/.test(parseUrl(text)?.protocol ?? ''))
    throw new DeployError('--rpc must be an http or https URL');
  return text;
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.lines.join('\n');
  if (error instanceof NodeError) return `the node: ${error.message}`;
  if (error instanceof DeployError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main();
} catch (error) {
  // The parser has told the mistake, or shown its help.
  if (!(error instanceof CommanderError)) say(explain(error));
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}
