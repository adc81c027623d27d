import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '#database';
import { type Settings } from '#settings';
import { apiOrigin, clientBaseUrl } from './api-address.js';
import { ChainState } from './chain-state.js';
import { waitForPostgres } from './embedded-postgres.js';
import { watchIndexFailures } from './index-failures.js';
import { anvilPlan, localChainSettings, programPlan } from './local-programs.js';
import {
  createLocalDatabase,
  createLogins,
  loginUrl,
  maintenanceUrl,
  ownerUrl,
  postgresPlan,
} from './local-postgres.js';
import type { Detail, Progress } from './progress.js';
import { projectRoot } from './project-root.js';
import { rpcRequest } from './rpc-request.js';
import type { RunRecord } from './run-record.js';
import { type ProcessPlan, SupervisedProcess } from './supervised-process.js';
import { inStopOrder } from './stop-order.js';
import { WaitAborted, waitUntil } from './wait-until.js';

const POSTGRES_TIMEOUT_MS = 30_000;
const CHAIN_TIMEOUT_MS = 60_000;
const API_TIMEOUT_MS = 60_000;
const CATCH_UP_TIMEOUT_MS = 600_000;
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

/** What is played on a chain of our own. */
export interface LocalStory {
  /** Builds the contracts and the history on a fresh chain. */
  readonly buildChain: (rpcUrl: string, detail: Detail) => Promise<void>;
  /** Adds what builds on the indexed history; changes nothing when it is there. */
  readonly buildRewards: (
    place: { readonly rpcUrl: string; readonly databaseUrl: string },
    detail: Detail,
  ) => Promise<void>;
}

/** The whole system on this machine; what Settings names from elsewhere is used instead of starting our own. */
export class LocalSystem {
  private readonly processes: SupervisedProcess[] = [];
  private starting: Promise<void> = Promise.resolve();
  private stopping: Promise<void> | null = null;
  private readonly dataFolder: string;
  private readonly failures: ReturnType<typeof watchIndexFailures>;

  constructor(
    private readonly env: Settings,
    private readonly record: RunRecord,
    private readonly progress: Progress,
    private readonly story: LocalStory,
  ) {
    this.dataFolder = path.resolve(env.dataDir);
    this.failures = watchIndexFailures(this.loginUrl('indexer') ?? env.databaseUrl, (line) => {
      progress.line(line);
    });
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

  private async startAll(): Promise<void> {
    await mkdir(path.join(this.dataFolder, 'logs'), { recursive: true });
    const [saved] = await Promise.all([this.startChain(), this.startDatabase()]);
    await Promise.all([this.startServices(), saved()]);
  }

  private async startServices(): Promise<void> {
    await this.progress.step('Indexer', async () => {
      await this.launch(programPlan('indexer', this.loginUrl('indexer'), await this.logFile('indexer')));
      await this.failures.start();
    });
    await this.startApi();
    await this.catchUp();
    if (this.ownsChain) await this.addRewards();
  }

  /** Ends everything: API, indexer, chain (which saves itself), PostgreSQL. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<void> {
    await this.failures.stop();
    for (const child of inStopOrder(this.processes)) await child.stop();
    // A start that was interrupted fails now; whoever called it knows why.
    await this.starting.catch(() => undefined);
    await this.record.release();
  }

  private async startDatabase(): Promise<void> {
    if (this.ownsDatabase) {
      await this.progress.step('PostgreSQL', async (detail) => {
        const plan = await postgresPlan(this.env, this.dataFolder, await this.logFile('postgres'));
        const server = await this.launch(plan);
        await waitForPostgres(maintenanceUrl(this.env), POSTGRES_TIMEOUT_MS, () => server.isAlive);
        await createLocalDatabase(this.env);
        detail(`port ${this.env.pgPort}`);
      });
    }
    await this.progress.step('Migrations', async (detail) => {
      const applied = await migrate(
        this.ownsDatabase ? ownerUrl(this.env) : this.env.databaseUrl,
        projectRoot(),
      );
      if (this.ownsDatabase) await createLogins(this.env);
      detail(applied.length === 0 ? 'none pending' : `${applied.length} applied`);
    });
  }

  /** @returns what remains to be done beside the next steps: waiting until a newly built chain is on disk */
  private async startChain(): Promise<() => Promise<void>> {
    const state = new ChainState(path.join(this.dataFolder, 'chain'));
    await this.progress.step('Chain', async (detail) => {
      const node = this.ownsChain
        ? await this.launch(anvilPlan(this.env, state, await this.logFile('anvil')))
        : null;
      await this.wait('the chain answers', CHAIN_TIMEOUT_MS, async () => {
        if (node?.isAlive === false) throw new WaitAborted('anvil ended while it was starting');
        const chainId = await rpcRequest(this.env.rpc.http[0], 'eth_chainId');
        if (chainId === BigInt(this.env.chainId)) return true;
        throw new WaitAborted(`the node's chain id is ${chainId}, but CHAIN_ID is ${this.env.chainId}`);
      });
      detail(node === null ? 'as RPC_URL says' : `port ${this.env.rpcPort}`);
    });
    if (!this.ownsChain || (await state.isComplete())) return () => Promise.resolve();
    await this.progress.step('Contracts and 30 days of trading', (detail) =>
      this.story.buildChain(this.env.rpc.http[0], detail),
    );
    const head = await rpcRequest(this.env.rpc.http[0], 'eth_blockNumber');
    return () => this.progress.step('Saving the chain', () => state.markComplete(head));
  }

  private async startApi(): Promise<void> {
    await this.progress.step('API', async (detail) => {
      const chain = this.ownsChain ? localChainSettings(this.env) : {};
      const plan = programPlan('api', this.loginUrl('api'), await this.logFile('api'), {
        PUBLIC_BASE_URL: clientBaseUrl(this.env),
        ...chain,
      });
      const api = await this.launch(plan);
      await this.wait('the API listens', API_TIMEOUT_MS, async () => {
        if (!api.isAlive) throw new WaitAborted('the API ended while it was starting');
        return (await fetch(`${apiOrigin(this.env)}/health/live`)).ok;
      });
      detail(`port ${this.env.port}`);
    });
  }

  /** Until the API answers from the block that is the chain's newest now. */
  private async catchUp(): Promise<void> {
    await this.progress.step('Indexing', async (detail) => {
      const head = await rpcRequest(this.env.rpc.http[0], 'eth_blockNumber');
      await this.wait('the API is ready', CATCH_UP_TIMEOUT_MS, async () => {
        const answer = await fetch(`${apiOrigin(this.env)}/v1/prices`);
        const block = BigInt(answer.headers.get('x-as-of-block') ?? 0);
        detail(`block ${block} of ${head}`);
        return block >= head && (await fetch(`${apiOrigin(this.env)}/health/ready`)).ok;
      });
    });
  }

  private async addRewards(): Promise<void> {
    const { rpc, databaseUrl } = this.env;
    const place = { rpcUrl: rpc.http[0], databaseUrl: this.loginUrl('ops') ?? databaseUrl };
    await this.progress.step('Reward programs', (detail) => this.story.buildRewards(place, detail));
  }

  private wait(what: string, timeoutMs: number, question: () => Promise<boolean>): Promise<void> {
    return waitUntil(what, timeoutMs, () => {
      if (this.stopping !== null) throw new WaitAborted('stopping');
      return question();
    });
  }

  private async launch(plan: ProcessPlan): Promise<SupervisedProcess> {
    if (this.stopping !== null) throw new WaitAborted('stopping');
    const child = new SupervisedProcess(plan, this.record, (line) => {
      this.progress.line(line);
    });
    this.processes.push(child);
    await child.start();
    return child;
  }

  private loginUrl(login: 'api' | 'indexer' | 'ops'): string | null {
    return this.ownsDatabase ? loginUrl(this.env, login) : null;
  }

  private async logFile(name: string): Promise<string> {
    const file = path.join(this.dataFolder, 'logs', `${name}.log`);
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > LARGEST_LOG_BYTES) await rename(file, `${file}.1`);
    return file;
  }
}
