import { ApiProcess } from './api-process.js';
import { IndexerProcess } from './indexer-process.js';
import type { LaunchpadFixture } from './launchpad-fixture.js';
import type { TestDatabase } from './postgres.js';
import { SIGNING_KEYS } from './running-api.js';

/** The processes of a trial, of one chain and one database. Each is started as often as the trial has ended one. */
export class TrialProcesses {
  private readonly environment: Readonly<Record<string, string>>;

  constructor({ anvil }: LaunchpadFixture, { url }: Pick<TestDatabase, 'url'>, finalityBlocks: number) {
    this.environment = {
      RPC_URL: anvil.rpcUrl,
      DATABASE_URL: url,
      FINALITY: String(finalityBlocks),
    };
  }

  startIndexer(settings: Readonly<Record<string, string>> = {}): IndexerProcess {
    return IndexerProcess.start({ ...this.environment, INDEXER_POLL_MS: '50', ...settings });
  }

  startApi(settings: Readonly<Record<string, string>> = {}): Promise<ApiProcess> {
    return ApiProcess.start({
      ...this.environment,
      JWT_SIGNING_KEYS: SIGNING_KEYS,
      RATE_LIMIT_READ_PER_MINUTE: '1000000',
      ...settings,
    });
  }
}
