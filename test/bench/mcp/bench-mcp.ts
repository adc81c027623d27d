import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from '../../support/api-process.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { cpuSeconds } from '../index/cpu-seconds.js';
import { startChild } from '../market/child.js';
import { generateMarket } from '../market/generate-market.js';
import { inventAddress } from '../market/invent-address.js';
import { median } from '../median.js';
import { callTool, messageOf, type ToolResult } from './messages.js';

/**
 * Tool calls a second of `/mcp`, against a server of the same SDK and node adapter that has the same twelve tools, reads the same row
 * for each call and sends the same result, made before. Both are handed a parsed body, run with the same flags of Node.js and write a line of log
 * for each request; neither has a cache.
 *
 *     npm run bench:mcp
 */
const RUNS = 5;
const SECONDS = 3;
/** So long that the compiler has done with both. */
const WARM_UP_SECONDS = 10;
const SIZE = { apps: 100, trades: 5_000, wallets: 100 };
const CALLED = 60;
const WANTED_RATIO = 0.7;
const TOOL = 'get_app';

interface Contender {
  readonly url: string;
  readonly pid: number;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the server's CPU for a call: what else the machine does counts less. */
  readonly cpu: number;
}

async function load({ url, pid }: Contender, file: string, seconds = SECONDS): Promise<Measured> {
  const before = cpuSeconds(pid);
  const child = await startChild('mcp/load-calls', url, file, String(seconds));
  const { calls, ...measured } = JSON.parse(child.line) as Measured & { readonly calls: number };
  return { ...measured, cpu: ((cpuSeconds(pid) - before) * 1_000) / calls };
}

const folder = mkdtempSync(join(tmpdir(), 'bench-mcp-'));
const stops: (() => unknown)[] = [
  () => {
    rmSync(folder, { recursive: true, force: true });
  },
];
try {
  const postgres = await OwnPostgres.start({ shared_buffers: '256MB' });
  stops.unshift(() => postgres.remove());
  await generateMarket(postgres.url, SIZE);
  const api = await ApiProcess.start({
    DATABASE_URL: postgres.url,
    RATE_LIMIT_READ_PER_MINUTE: '100000000',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  });
  stops.unshift(() => api.stop());
  const ours = { url: `${api.origin}/mcp`, pid: api.pid };
  const tokens = Array.from({ length: CALLED }, (_, i) => inventAddress(`app ${i}`));
  const { tools } = await callTool(ours.url, messageOf('tools/list', {}));
  const results: ToolResult[] = [];
  const calls = tokens.map((tokenAddress) => ({ name: TOOL, arguments: { tokenAddress } }));
  for (const call of calls) results.push(await callTool(ours.url, messageOf('tools/call', call)));
  const [served, called] = [join(folder, 'served.json'), join(folder, 'calls.json')];
  const captured = tokens.map((token, i) => [token, results[i]?.structuredContent]);
  writeFileSync(served, JSON.stringify({ tools, captured }));
  writeFileSync(called, JSON.stringify(calls.map((call) => messageOf('tools/call', call))));
  const rival = await startChild('mcp/bare-mcp-server', postgres.url, served);
  stops.unshift(() => {
    rival.kill();
  });
  const theirs = { url: `http://127.0.0.1:${Number(rival.line)}/`, pid: rival.pid ?? 0 };
  for (const [i, call] of calls.entries()) {
    const { structuredContent } = await callTool(theirs.url, messageOf('tools/call', call));
    if (JSON.stringify(structuredContent) !== JSON.stringify(results[i]?.structuredContent))
      throw new Error('the rival sends another result: nothing can be compared');
  }
  const runs: Record<'ours' | 'theirs', Measured[]> = { ours: [], theirs: [] };
  for (const contender of [ours, theirs]) await load(contender, called, WARM_UP_SECONDS);
  for (let run = 0; run < RUNS; run += 1) {
    runs.ours.push(await load(ours, called));
    runs.theirs.push(await load(theirs, called));
  }
  const of = (loads: readonly Measured[], key: keyof Measured): number =>
    median(loads.map((one) => one[key]));
  const line = (loads: readonly Measured[]): string =>
    `${of(loads, 'perSecond').toFixed(0).padStart(6)} calls/s, p50 ${of(loads, 'p50')} ms, p99 ${of(loads, 'p99')} ms, ` +
    `${of(loads, 'cpu').toFixed(2)} ms of CPU a call`;
  const ratio = of(runs.ours, 'perSecond') / of(runs.theirs, 'perSecond');
  const cpuRatio = of(runs.theirs, 'cpu') / of(runs.ours, 'cpu');
  const bytes = JSON.stringify(results[0]).length;
  process.stdout.write(
    [
      `tools/call ${TOOL} of ${CALLED} apps in turn (${bytes} bytes a result, 20 connections)`,
      `  both: node ${process.version} --enable-source-maps, an access log, a body that is parsed before the SDK`,
      `  /mcp           ${line(runs.ours)}`,
      `  the SDK alone  ${line(runs.theirs)}`,
      `  ratio          ${ratio.toFixed(2)} (wanted: ${WANTED_RATIO}), of CPU ${cpuRatio.toFixed(2)}, medians of ${RUNS} interleaved runs of ${SECONDS} s`,
      '',
    ].join('\n'),
  );
  if (ratio < WANTED_RATIO) process.exitCode = 1;
} finally {
  for (const stop of stops) await stop();
}
