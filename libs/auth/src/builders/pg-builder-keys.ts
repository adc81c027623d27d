import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ListenNotifyQuery, ReadServers } from '@slipway/database';
import { ApiError, BuilderKeys, type Builder } from '@slipway/http';
import { Settings } from '@slipway/settings';

/** The channel on which the database itself announces that builders have changed. */
const BUILDERS_CHANNEL = 'slipway_builders';

interface BuilderRow {
  readonly name: string;
  readonly hash: string;
  readonly read: number;
  readonly heavy: number;
  readonly origins: readonly string[];
  readonly is_server: boolean;
  readonly has_webhooks: boolean;
}

const BUILDERS = {
  name: 'builders',
  text: `SELECT name, encode(key_hash, 'hex') AS hash, read_per_minute AS read, heavy_per_minute AS heavy, origins, is_server, has_webhooks
    FROM builders`,
};

/** The builders as they are in PostgreSQL, in memory: while the database is away, as they were last read. */
@Injectable()
export class PgBuilderKeys extends BuilderKeys implements OnModuleInit, OnApplicationShutdown {
  /** Null before they were read once. */
  private builders: ReadonlyMap<string, Builder> | null = null;
  private readonly query: ListenNotifyQuery<BuilderRow>;

  constructor({ databaseUrl }: Settings, servers: ReadServers) {
    super();
    const logger = new Logger('Builders');
    this.query = new ListenNotifyQuery({
      settings: { url: databaseUrl, role: 'slipway_api' },
      servers,
      channel: BUILDERS_CHANNEL,
      query: BUILDERS,
      onRead: (rows) => {
        this.builders = new Map(rows.map((row) => [row.hash, toBuilder(row)]));
      },
      onError: (error) => {
        logger.warn({ message: 'builders', error: error instanceof Error ? error.message : String(error) });
      },
    });
  }

  onModuleInit(): Promise<void> {
    return this.query.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.query.stop();
  }

  /**
   * Keys are random: a hash without salt tells nothing, and equal times of a look-up by hash neither.
   *
   * @throws ApiError 503 in a process that started while the database was away: it knows of no key whether there is one
   */
  override find(key: string): Builder | null {
    if (this.builders === null) throw new ApiError('service_unavailable');
    return this.builders.get(createHash('sha256').update(key).digest('hex')) ?? null;
  }
}

function toBuilder({ name, read, heavy, origins, ...may }: BuilderRow): Builder {
  return { name, limits: { read, heavy }, origins, isServer: may.is_server, hasWebhooks: may.has_webhooks };
}
