import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ChainNode, WrongChainError } from '@slipway/chain';
import { isBeforeBaseline, migrate } from '@slipway/database';
import { SettingsError, type Settings } from '@slipway/settings';
import { ChainState } from './chain-state.js';
import { waitForPostgres } from './embedded-postgres.js';
import { FaucetServer } from './faucet/faucet-server.js';
import { fundWallet } from './faucet/fund-wallet.js';
import { watchIndexFailures } from './index-failures.js';
import { apiOrigin, clientBaseUrl, pageOrigins } from './local-origins.js';
import { anvilPlan, ownChainSettings, programPlan, webhookSettings } from './local-programs.js';
import {
  createLocalDatabase,
  createLogins,
  dropLocalDatabase,
  localUrl,
  postgresPlan,
  type Login,
} from './local-postgres.js';
import { NodeProxy } from './node-proxy/node-proxy.js';
import type { LocalLaunchpad } from './launchpads/local-launchpad.js';
import type { Detail, Progress } from './progress/progress.js';
import { projectRoot } from './files/project-root.js';
import { buildRewards } from './rewards/build-rewards.js';
import type { RunRecord } from './run-record.js';
import { runScenario } from './scenario/run-scenario.js';
import { supervise, type ProcessPlan, type SupervisedProcess } from './supervised-process.js';
import { WaitAborted, waitUntil } from './progress/wait-until.js';

const START_TIMEOUT_MS = 60_000;
const CATCH_UP_TIMEOUT_MS = 600_000;

/** Every first start plays the same market, ending now. */
const SCENARIO_SEED = 20_261_121;

/** The whole system on this machine; what Settings names from elsewhere is used instead of starting our own. */
export class LocalSystem {
  readonly ownsDatabase: boolean;
  /** The node that is asked for everything: our own's address is known to this run alone. */
  readonly rpcUrl: string;
  private starting: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly dataFolder: string;
  private readonly state: ChainState;
  private readonly node: ChainNode;
  private readonly failures: ReturnType<typeof watchIndexFailures>;
  private readonly faucet: FaucetServer;
  private readonly proxy: NodeProxy;

  /**
   * @param nodeAddress host and port for a node of our own
   * @param launchpad of a chain of our own; null with another one
   */
  constructor(
    private readonly env: Settings,
    private readonly record: RunRecord,
    private readonly progress: Progress,
    private readonly nodeAddress: string,
    private readonly launchpad: LocalLaunchpad | null,
  ) {
    this.ownsDatabase = !env.chosen.has('DATABASE_URL');
    this.dataFolder = path.resolve(env.dataDir);
    this.state = new ChainState(path.join(this.dataFolder, 'chain'));
    this.rpcUrl = this.ownsChain ? `http://${nodeAddress}` : env.rpc.http[0];
    this.node = new ChainNode(this.ownsChain ? [this.rpcUrl] : env.rpc.http, env.chainId, {
      timeoutMs: 5_000,
      attempts: 1,
    });
    this.faucet = new FaucetServer({
      origins: pageOrigins(env),
      fund: (wallet) => fundWallet(this.rpcUrl, wallet),
    });
    this.proxy = new NodeProxy({ port: env.rpcPort, origins: pageOrigins(env), node: nodeAddress });
    this.failures = watchIndexFailures(this.loginUrl('indexer') ?? env.databaseUrl, this.say);
  }

  get ownsChain(): boolean {
    return this.launchpad !== null;
  }

  /** Starts everything and returns when the API responds from the chain's newest block. */
  start(): Promise<void> {
    this.starting = this.startAll();
    return this.starting;
  }

  /** Ends everything: webhooks, API, indexer, chain (which saves itself), PostgreSQL. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.failures.stop(), this.faucet.close(), this.proxy.close()]);
    await this.record.close(this.say);
    // A start that was interrupted fails now; its caller knows why.
    await this.starting.catch(() => undefined);
  }

  private async startAll(): Promise<void> {
    this.refuseOtherProtocol();
    mkdirSync(path.join(this.dataFolder, 'logs'), { recursive: true });
    const [save] = await Promise.all([this.startChain(), this.startDatabase()]);
    await Promise.all([this.startServices(), save()]);
  }

  private refuseOtherProtocol(): void {
    const name = this.launchpad?.protocol.name;
    const { folder, isComplete } = this.state;
    if (name === undefined || !isComplete || this.state.protocol === name) return;
    throw new SettingsError([
      `PROTOCOL: the chain in ${folder} has contracts of ${this.state.protocol}, not of ${name}: set another DATA_DIR`,
    ]);
  }

  private async startDatabase(): Promise<void> {
    const { env, progress, ownsDatabase } = this;
    if (ownsDatabase) {
      await progress.step('PostgreSQL', async (detail) => {
        const { isAlive } = await this.launch(await postgresPlan(env, this.dataFolder));
        await waitForPostgres(localUrl(env, 'local', 'postgres'), START_TIMEOUT_MS, isAlive);
        await createLocalDatabase(env);
        if (await isBeforeBaseline(localUrl(env), projectRoot())) {
          this.say('The local database is of before the first release: it begins anew, from the same chain.');
          await dropLocalDatabase(env);
          await createLocalDatabase(env);
        }
        detail(`port ${env.pgPort}`);
      });
    }
    await progress.step('Migrations', async (detail) => {
      const applied = await migrate(ownsDatabase ? localUrl(env) : env.databaseUrl, projectRoot());
      if (ownsDatabase) await createLogins(env);
      detail(applied.length === 0 ? 'none pending' : `${applied.length} applied`);
    });
  }

  /** @returns what remains to be done beside the next steps: waiting until a newly built chain is on disk */
  private async startChain(): Promise<() => Promise<void>> {
    const { env, progress, launchpad, state } = this;
    await progress.step('Chain', async (detail) => {
      const anvil = launchpad === null ? null : await this.launchNode(state);
      await this.wait('the chain responds', START_TIMEOUT_MS, anvil, async () => (await this.head()) >= 0);
      detail(anvil === null ? 'as RPC_URL says' : `port ${env.rpcPort}`);
    });
    if (launchpad === null || state.isComplete) return () => Promise.resolve();
    await progress.step('Contracts and 30 days of trading', async (detail) => {
      const options = { seed: SCENARIO_SEED, endTime: Math.floor(Date.now() / 1_000) };
      const { transactions } = await runScenario(this.rpcUrl, launchpad, options, (done, total, what) => {
        detail(`${done} of ${total} ${what}`);
      });
      detail(`${transactions} transactions`);
    });
    const head = await this.head();
    return () =>
      progress.step('Saving the chain', () => state.markComplete(BigInt(head), launchpad.protocol.name));
  }

  /** The node, and the port by which pages, wallets and other programs reach it. */
  private async launchNode(state: ChainState): Promise<SupervisedProcess> {
    this.record.setNode(this.rpcUrl);
    const anvil = await this.launch(anvilPlan(this.nodeAddress, state));
    await this.proxy.listen();
    return anvil;
  }

  private nodeSettings(): Record<string, string> {
    if (this.launchpad === null) return {};
    return { RPC_URL: this.rpcUrl, LAUNCHPAD_ADDRESS: this.launchpad.contracts.addresses.launchpad };
  }

  private async startServices(): Promise<void> {
    const { env, progress } = this;
    await progress.step('Indexer', async () => {
      await this.launch(programPlan('indexer', this.loginUrl('indexer'), this.nodeSettings()));
      await this.failures.start();
    });
    await progress.step('API', async (detail) => {
      const faucetUrl = this.ownsChain ? await this.faucet.listen() : null;
      const settings = {
        PUBLIC_BASE_URL: clientBaseUrl(env),
        ...this.nodeSettings(),
        ...webhookSettings(env),
        ...(faucetUrl !== null && { FAUCET_URL: faucetUrl }),
        ...(this.launchpad !== null && ownChainSettings(env, this.launchpad.contracts.addresses)),
      };
      const api = await this.launch(programPlan('api', this.loginUrl('api'), settings));
      await this.wait('the API listens', START_TIMEOUT_MS, api, () => this.isOk('/health/live'));
      detail(`port ${env.port}`);
    });
    await progress.step('Indexing', (detail) => this.catchUp(detail));
    await progress.step('Webhooks', async () => {
      await this.launch(programPlan('webhooks', this.loginUrl('webhooks'), webhookSettings(env)));
    });
    if (!this.ownsChain) return;
    const place = { rpcUrl: this.rpcUrl, databaseUrl: this.loginUrl('ops') ?? env.databaseUrl };
    await progress.step('Reward programs', (detail) => buildRewards(place, detail));
  }

  /** Until the API responds from the block that is the chain's newest now. */
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
      if (this.stopping.signal.aborted) throw new WaitAborted('stopping');
      if (child?.isAlive() === false) throw new WaitAborted(`${child.name} ended while it was starting`);
      return question();
    });
  }

  private launch(plan: ProcessPlan): Promise<SupervisedProcess> {
    const logFolder = path.join(this.dataFolder, 'logs');
    return supervise(plan, {
      logFolder,
      record: this.record,
      say: this.say,
      stopping: this.stopping.signal,
    });
  }

  private readonly say = (line: string): void => {
    this.progress.line(line);
  };

  private loginUrl(login: Login): string | null {
    return this.ownsDatabase ? localUrl(this.env, login) : null;
  }
}
