import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ChainNode, WrongChainError } from '#chain';
import { migrate } from '#database';
import type { Settings } from '#settings';
import { apiOrigin } from './api-address.js';
import { ChainState } from './chain-state.js';
import { waitForPostgres } from './embedded-postgres.js';
import { watchIndexFailures } from './index-failures.js';
import { anvilPlan, apiSettings, programPlan } from './local-programs.js';
import { createLocalDatabase, createLogins, localUrl, postgresPlan } from './local-postgres.js';
import type { Detail, Progress } from './progress.js';
import { projectRoot } from './project-root.js';
import { buildRewards } from './rewards/build-rewards.js';
import { inStopOrder, type RunRecord } from './run-record.js';
import { runScenario } from './scenario/run-scenario.js';
import { SupervisedProcess, type ProcessPlan } from './supervised-process.js';
import { WaitAborted, waitUntil } from './wait-until.js';

const START_TIMEOUT_MS = 60_000;
const CATCH_UP_TIMEOUT_MS = 600_000;

/** Every first start plays the same market, ending now. */
const SCENARIO_SEED = 20_261_121;

/** The whole system on this machine; what Settings names from elsewhere is used instead of starting our own. */
export class LocalSystem {
  private readonly processes: SupervisedProcess[] = [];
  private starting: Promise<void> = Promise.resolve();
  private isStopping = false;
  private readonly dataFolder: string;
  private readonly node: ChainNode;
  private readonly failures: ReturnType<typeof watchIndexFailures>;

  constructor(
    private readonly env: Settings,
    private readonly record: RunRecord,
    private readonly progress: Progress,
  ) {
    this.dataFolder = path.resolve(env.dataDir);
    this.node = new ChainNode(env.rpc.http, env.chainId, { timeoutMs: 5_000, attempts: 1 });
    this.failures = watchIndexFailures(this.loginUrl('indexer') ?? env.databaseUrl, this.say);
  }

  get ownsDatabase(): boolean {
    return !this.env.chosen.has('DATABASE_URL');
  }

  get ownsChain(): boolean {
    return !this.env.chosen.has('RPC_URL');
  }

  /** Starts everything and returns when the API answers from the chain's newest block. */
  start(): Promise<void> {
    this.starting = this.startAll();
    return this.starting;
  }

  /** Ends everything: API, indexer, chain (which saves itself), PostgreSQL. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.failures.stop();
    for (const child of inStopOrder(this.processes)) await child.stop();
    // A start that was interrupted fails now; its caller knows why.
    await this.starting.catch(() => undefined);
    this.record.release();
  }

  private async startAll(): Promise<void> {
    await mkdir(path.join(this.dataFolder, 'logs'), { recursive: true });
    const [save] = await Promise.all([this.startChain(), this.startDatabase()]);
    await Promise.all([this.startServices(), save()]);
  }

  private async startDatabase(): Promise<void> {
    if (this.ownsDatabase) {
      await this.progress.step('PostgreSQL', async (detail) => {
        const server = await this.launch(await postgresPlan(this.env, this.dataFolder));
        await waitForPostgres(
          localUrl(this.env, 'local', 'postgres'),
          START_TIMEOUT_MS,
          () => server.isAlive,
        );
        await createLocalDatabase(this.env);
        detail(`port ${this.env.pgPort}`);
      });
    }
    await this.progress.step('Migrations', async (detail) => {
      const url = this.ownsDatabase ? localUrl(this.env) : this.env.databaseUrl;
      const applied = await migrate(url, projectRoot());
      if (this.ownsDatabase) await createLogins(this.env);
      detail(applied.length === 0 ? 'none pending' : `${applied.length} applied`);
    });
  }

  /** @returns what remains to be done beside the next steps: waiting until a newly built chain is on disk */
  private async startChain(): Promise<() => Promise<void>> {
    const state = new ChainState(path.join(this.dataFolder, 'chain'));
    await this.progress.step('Chain', async (detail) => {
      const anvil = this.ownsChain ? await this.launch(anvilPlan(this.env, state)) : null;
      await this.wait('the chain answers', START_TIMEOUT_MS, anvil, async () => {
        await this.head();
        return true;
      });
      detail(anvil === null ? 'as RPC_URL says' : `port ${this.env.rpcPort}`);
    });
    if (!this.ownsChain || (await state.isComplete())) return () => Promise.resolve();
    await this.progress.step('Contracts and 30 days of trading', async (detail) => {
      const options = { seed: SCENARIO_SEED, endTime: Math.floor(Date.now() / 1_000) };
      const { transactions } = await runScenario(this.env.rpc.http[0], options, (done, total, what) => {
        detail(`${done} of ${total} ${what}`);
      });
      detail(`${transactions} transactions`);
    });
    const head = await this.head();
    return () => this.progress.step('Saving the chain', () => state.markComplete(BigInt(head)));
  }

  private async startServices(): Promise<void> {
    const { env, progress } = this;
    await progress.step('Indexer', async () => {
      await this.launch(programPlan('indexer', this.loginUrl('indexer')));
      await this.failures.start();
    });
    await progress.step('API', async (detail) => {
      const api = await this.launch(programPlan('api', this.loginUrl('api'), apiSettings(env)));
      await this.wait('the API listens', START_TIMEOUT_MS, api, () => this.isOk('/health/live'));
      detail(`port ${env.port}`);
    });
    await progress.step('Indexing', (detail) => this.catchUp(detail));
    if (!this.ownsChain) return;
    const place = { rpcUrl: env.rpc.http[0], databaseUrl: this.loginUrl('ops') ?? env.databaseUrl };
    await progress.step('Reward programs', (detail) => buildRewards(place, detail));
  }

  /** Until the API answers from the block that is the chain's newest now. */
  private async catchUp(detail: Detail): Promise<void> {
    const head = await this.head();
    await this.wait('the API is ready', CATCH_UP_TIMEOUT_MS, null, async () => {
      const { headers } = await fetch(`${apiOrigin(this.env)}/v1/prices`);
      const block = Number(headers.get('x-as-of-block') ?? 0);
      detail(`block ${block} of ${head}`);
      return block >= head && (await this.isOk('/health/ready'));
    });
  }

  private async isOk(route: string): Promise<boolean> {
    return (await fetch(apiOrigin(this.env) + route)).ok;
  }

  /** @throws WaitAborted when the node is of another chain, which waiting does not change */
  private async head(): Promise<number> {
    try {
      return (await this.node.latest()).number;
    } catch (error) {
      throw error instanceof WrongChainError ? new WaitAborted(error.message) : error;
    }
  }

  private wait(
    what: string,
    timeoutMs: number,
    child: SupervisedProcess | null,
    question: () => Promise<boolean>,
  ): Promise<void> {
    return waitUntil(what, timeoutMs, () => {
      if (this.isStopping) throw new WaitAborted('stopping');
      if (child?.isAlive === false) throw new WaitAborted(`${child.name} ended while it was starting`);
      return question();
    });
  }

  private async launch(plan: ProcessPlan): Promise<SupervisedProcess> {
    if (this.isStopping) throw new WaitAborted('stopping');
    const logFile = path.join(this.dataFolder, 'logs', `${plan.name.toLowerCase()}.log`);
    const child = new SupervisedProcess(plan, logFile, this.record, this.say);
    this.processes.push(child);
    await child.start();
    return child;
  }

  private readonly say = (line: string): void => {
    this.progress.line(line);
  };

  private loginUrl(login: 'api' | 'indexer' | 'ops'): string | null {
    return this.ownsDatabase ? localUrl(this.env, login) : null;
  }
}
