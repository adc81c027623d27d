import { OwnPostgres } from '../../support/own-postgres.js';
import { copyAgain } from './copy-again.js';
import { measureApart } from './measure-apart.js';
import { measureProgram } from './measure-program.js';
import { startReplay } from './replay.js';

/**
 * How fast the indexer takes in a chain, from JSON-RPC over HTTP to committed rows with everything derived from them;
 * reading and writing apart; and a bare COPY of the rows that came out, which is the limit of these tables.
 *
 *     npm run bench:index                            300,000 events, once
 *     npm run bench:index -- 100000 1000000          other numbers of events
 *     npm run bench:index -- 60000 60000 60000       several runs
 */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB' };

const sizes = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

for (const size of sizes.length > 0 ? sizes : [300_000]) {
  const replay = await startReplay(size);
  const rate = (seconds: number): string =>
    `${Math.round(replay.events / seconds)
      .toLocaleString('en')
      .padStart(7)} events/s`;
  say(
    `${replay.events} events (70 % trades, 25 % transfers, 5 % others; 500 apps, 5,000 wallets) in ${replay.logs} logs, ${replay.blocks} blocks`,
  );
  const postgres = await OwnPostgres.start(SETTINGS);
  const client = await postgres.connect();
  try {
    const program = await measureProgram(replay, postgres.url, client);
    const limit = await copyAgain(client);
    say(
      `  from RPC to committed rows  ${rate(program.seconds)}, peak memory ${program.peakMb} MB, busy ${Math.round((100 * program.cpuSeconds) / program.seconds)} % of a core`,
    );
    await client.query(
      `SELECT public.open_index_rebuild(); SELECT public.swap_index_rebuild(); DROP SCHEMA chain_old CASCADE`,
    );
    const apart = await measureApart(replay, postgres.url);
    say(`  reading alone               ${rate(apart.readSeconds)}`);
    say(
      `  writing alone               ${rate(apart.writeSeconds)}, of which ${Math.round((100 * apart.writeCpu.indexer) / apart.writeSeconds)} % of a core here and ${Math.round((100 * apart.writeCpu.postgres) / apart.writeSeconds)} % in PostgreSQL`,
    );
    say(
      `  a bare COPY of those rows   ${rate(limit)}: the program reaches ${((100 * limit) / program.seconds).toFixed(0)} % of it, writing alone ${((100 * limit) / apart.writeSeconds).toFixed(0)} %`,
    );
    say(
      `  computing for 1,000 events  ${((apart.writeCpu.postgres / replay.events) * 1e6).toFixed(0)} ms PostgreSQL, ${((program.cpuSeconds / replay.events) * 1e6).toFixed(0)} ms indexer (reading, decoding, folding)`,
    );
  } finally {
    await client.end();
    await postgres.remove();
    replay.stop();
  }
}
