import { setTimeout as delay } from 'node:timers/promises';
import { ConsoleLogger } from '@nestjs/common';
import { ChainNode, readDeployment } from '#chain';
import { EnvError, loadEnv, logLevelsDownTo, type Env } from '#env';
import { systemClock, toAddress } from '#values';
import { FinalityViolationError, Indexer, type Step } from './indexer.js';
import { OtherDeploymentError } from './store/deployment.js';
import { openWriter } from './store/writer-connection.js';

const LOCAL_CHAIN_ID = 31_337;
const STANDBY_POLL_MS = 1_000;
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 10_000;

/** Runs the indexer until the signal, through every error that waiting can mend. */
async function run(env: Env, logger: ConsoleLogger, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const stopping = (): boolean => signal.aborted;
  while (!stopping()) {
    try {
      await followAsWriter(env, logger, signal, () => {
        failures = 0;
      });
    } catch (error) {
      if (stopping()) return;
      if (error instanceof FinalityViolationError || error instanceof OtherDeploymentError) throw error;
      failures += 1;
      const wait = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures) * (0.5 + Math.random() / 2);
      logger.warn({ message: 'retrying', error: describe(error), failures, waitMs: Math.round(wait) });
      await pause(wait, signal);
    }
  }
}

/** Takes the writer's lock, or waits for it, and steps until something fails. */
async function followAsWriter(
  env: Env,
  logger: ConsoleLogger,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const client = await openWriter(env.databaseUrl, (error) => {
    logger.warn({ message: 'writer connection lost', error: error.message });
  });
  if (client === null) {
    await pause(STANDBY_POLL_MS, signal);
    return;
  }
  try {
    const node = new ChainNode(env.rpcUrl);
    const contracts = {
      launchpad: toAddress(env.launchpadAddress),
      platformToken: toAddress(env.platformTokenAddress),
      priceFeed: toAddress(env.priceFeedAddress),
    };
    const deployment = await readDeployment(node, contracts, env.chainId);
    const options = {
      startBlock: Number(env.startBlock),
      finalityBlocks: env.finalityBlocks,
      maxRange: env.indexerMaxRangeBlocks,
      local: env.chainId === LOCAL_CHAIN_ID,
    };
    const indexer = new Indexer(client, node, deployment, options, systemClock);
    logger.log({ message: 'indexing', chainId: env.chainId, launchpad: contracts.launchpad });
    while (!signal.aborted) {
      const step = await indexer.step();
      onProgress();
      report(step, logger);
      if (step.kind === 'level' || step.kind === 'node-behind') await pause(env.indexerPollMs, signal);
    }
  } finally {
    // A connection that broke cannot be closed in good order; its error was reported already.
    await client.end().catch(() => undefined);
  }
}

function report(step: Step, logger: ConsoleLogger): void {
  if (step.kind === 'followed')
    logger.log({ message: 'following distributors', distributors: step.distributors });
  if (step.kind === 'advanced' || step.kind === 'followed') {
    // What such a distributor pays cannot be proved here: its operator has to publish the tree, or set a known root.
    for (const root of step.unknownRoots) logger.error({ message: 'root of no published tree', ...root });
  }
  // A backfill's way is worth reading, each block at the head only when one looks for something.
  if (step.kind === 'advanced') {
    if (step.block < step.target) logger.log({ message: 'indexed', ...step });
    else logger.debug({ message: 'indexed', ...step });
  }
  if (step.kind === 'rolled-back') logger.warn({ message: 'chain reorganised', ...step });
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** One line with the causes; provider URLs may hold keys and are left out. */
function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = text
    .replaceAll(/https?:\/\/\S+/g, '<url>')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 500);
  return error instanceof Error && error.cause !== undefined ? `${line} <- ${describe(error.cause)}` : line;
}

async function main(): Promise<void> {
  const env = loadEnv();
  const logger = new ConsoleLogger('Indexer', { json: true, logLevels: logLevelsDownTo(env.logLevel) });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop.abort();
    });
  }
  await run(env, logger, stop.signal);
}

main().catch((error: unknown) => {
  const lines = error instanceof EnvError ? error.lines : [describe(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
});
