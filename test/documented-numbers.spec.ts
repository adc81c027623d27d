import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Setting, SETTINGS } from '@slipway/settings';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');
const [SECOND, MINUTE, KB] = [1_000, 60_000, 1_024];

/**
 * A document, a sentence of it with `#` for a number, and whose number it is: a setting's, a constant's (with a part of its path where several have the
 * name), or the one in a line of a file. The last is what the document's unit has of the code's.
 */
const NUMBERS: readonly (readonly [document: string, sentence: string, source: string, unit?: number])[] = [
  [
    'docs/build/limits.md',
    '# requests a minute for operations of class `read`',
    'RATE_LIMIT_READ_PER_MINUTE',
  ],
  ['docs/build/limits.md', '# for class `heavy`', 'RATE_LIMIT_HEAVY_PER_MINUTE'],
  ['docs/build/limits.md', 'together have # budgets', 'WALLETS_PER_NETWORK'],
  ['docs/build/limits.md', 'w=#`', 'WINDOW_SECONDS'],
  ['docs/build/limits.md', 'bodies of # KB', 'MAX_BODY_BYTES', KB],
  ['docs/build/limits.md', 'headers of # KB', 'http-adapter.ts: maxHeaderSize: #', KB],
  ['docs/build/limits.md', '# connections an address', 'MAX_CONNECTIONS_PER_ADDRESS'],
  ['docs/build/limits.md', '# a process (503', 'MAX_CONNECTIONS'],
  ['docs/build/limits.md', 'tokens=` takes # tokens', 'prices.dto.ts: max: #'],
  ['docs/build/limits.md', 'candles `limit=#`', 'candles.dto.ts: LimitProperty({ max: #'],
  ['docs/build/aggregators.md', 'more than # blocks', 'aggregators.service.ts: MAX_BLOCKS = #'],
  ['docs/build/aggregators.md', 'or # events is', 'aggregators.service.ts: MAX_EVENTS = #'],
  ['docs/build/aggregators.md', 'the last # bars', 'MAX_BARS'],
  ['docs/build/pictures.md', 'Cards are # x', 'CARD_WIDTH'],
  ['docs/build/pictures.md', 'the last # trades', 'embed-page/page.ts: MOST_TRADES = #'],
  ['docs/build/pictures.md', 'two every # s', 'embed-page POLL_MS', SECOND],
  ['docs/build/pictures.md', 'nothing for # seconds', 'slipway-chart.ts: SILENCE_MS = #', SECOND],
  ['docs/build/portfolio.md', 'without `limit`, up to #.', 'modules/portfolio WHOLE_LIST'],
  ['docs/build/sign-in.md', 'good for # minutes', 'TOKEN_LIFETIME_SECONDS', 60],
  ['docs/build/sign-in.md', 'has # of their signatures checked', 'MAX_CONTRACT_CHECKS'],
  ['docs/build/stream.md', 'for each # topics begun', 'TOPICS_PER_READ'],
  ['docs/build/stream.md', 'Up to #, separated by commas', 'MOST_TOPICS'],
  ['docs/build/stream.md', '`activity` (#, newest', 'stream-bodies.ts: SNAPSHOT_EVENTS = #'],
  ['docs/build/stream.md', 'at most # events', 'retraction.ts: MOST_EVENTS = #'],
  ['docs/build/stream.md', 'within # minutes', 'KEPT_SECONDS', 60],
  ['docs/build/stream.md', 'comes every # seconds', 'COMMENT_EVERY_MS', SECOND],
  ['docs/build/stream.md', 'may have # streams', 'STREAM_MAX_CONNECTIONS_PER_CLIENT'],
  ['docs/build/stream.md', 'a process # (503', 'STREAM_MAX_CONNECTIONS'],
  ['docs/build/trading.md', 'for # minutes', 'DEADLINE_SECONDS', 60],
  ['docs/build/trading.md', 'by over # %', 'quotes.service.ts: MUCH: Ratio = { numerator: #'],
  ['docs/build/web.md', 'with # tokens', 'fund-wallet.ts: TOKENS = #n'],
  ['docs/operate/capacity.md', 'wait for a place for # s', 'DEFAULT_POOL_TIMEOUT_MS', SECOND],
  ['docs/operate/indexer.md', 'it freezes, after # seconds', 'FROZEN_AFTER_MS', SECOND],
  ['docs/operate/indexer.md', 'After # failures in a row', 'ingest MAX_CONSECUTIVE_FAILURES'],
  ['docs/operate/indexer.md', 'the last # blocks', 'RECENT_BLOCKS'],
  ['docs/operate/indexer.md', 'these every #th', 'CHECKPOINT_BLOCKS'],
  ['docs/operate/keys.md', 'sign, # minutes ahead', 'DEFAULT_MINUTES'],
  ['docs/operate/kubernetes.md', 'drain of # seconds', 'SHUTDOWN_DRAIN_SECONDS'],
  ['docs/operate/start.md', 'ended within # seconds', 'LONGEST_CLOSE_MS', SECOND],
  ['docs/operate/runbook.md', '# s to respond', 'database-probe.ts: TIMEOUT_MS = #', SECOND],
  ['docs/operate/runbook.md', 'chain for over # s', 'MAX_LAG_SECONDS'],
  ['docs/operate/runbook.md', 'looks again every # s', 'SEARCH_AGAIN_MS', SECOND],
  ['docs/operate/runbook.md', 's to # minutes', 'SEARCH_AGAIN_MAX_MS', MINUTE],
  ['docs/operate/standbys.md', '(looked for each # s)', 'LOOK_AROUND_MS', SECOND],
  ['docs/operate/standbys.md', 'at most # ms', 'fresh-reads.ts: WAIT_MS = #'],
  ['docs/operate/start.md', 'less than # KB in', 'FEWEST_BYTES', KB],
  ['docs/operate/start.md', 'KB in # s', 'slow-readers.ts: WITHIN_MS = #', SECOND],
  ['docs/operate/start.md', 'over # requests ahead', 'request-turns.ts: MOST_WAITING = #'],
  ['docs/operate/upgrade.md', 'longer than # s for', 'short-locks.ts: LOCK_TIMEOUT_MS = #', SECOND],
  ['docs/operate/upgrade.md', 'each second for # minutes', 'GIVE_UP_AFTER_MS', MINUTE],
  ['docs/agents.md', 'They have # bytes', 'mcp/tool-result.ts: MOST_BYTES = #'],
  ['docs/http-contract.md', 'Calldata is at most # bytes', 'explain.dto.ts: MOST_BYTES = #'],
  ['docs/http-contract.md', 'good for # minutes', 'DEADLINE_SECONDS', 60],
];

const sources = repositoryFiles()
  .filter((file) => /^(apps|libs)\/.*(?<!spec)\.ts$/.test(file))
  .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const);

describe('the numbers in the documents', () => {
  it.each(
    NUMBERS.map(([document, sentence, source, unit = 1]) => [document, sentence, source, unit] as const),
  )('%s: "%s" is %s', (document, sentence, source, unit) => {
    const [text = '', ...others] = numbersIn(readFileSync(path.join(ROOT, document), 'utf8'), sentence);
    expect(others.filter((other) => other !== text)).toEqual([]);
    expect(Number(text.replaceAll(',', '')) * unit).toBe(numberOf(source));
  });
});

/** The number of a setting's default, or of the one line of the code that has it. */
function numberOf(source: string): number {
  const setting = Object.values<Setting>(SETTINGS).find(({ name }) => name === source);
  if (setting !== undefined) return Number(setting.default);
  const [, place = '', code = ''] = /^(\S+): (.*)$/.exec(source) ?? [];
  const words = source.split(' ');
  const line = code === '' ? `const ${words.at(-1) ?? ''} = #;` : code;
  const within = code === '' ? words.slice(0, -1).join() : place;
  const found = sources
    .filter(([file]) => file.includes(within))
    .flatMap(([, text]) => numbersIn(text, line));
  if (found.length !== 1) throw new Error(`${source} is in ${found.length} places`);
  return found[0]!.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

/** The numbers that a text has in place of the `#` of a sentence, wherever its lines break. */
function numbersIn(text: string, sentence: string): string[] {
  const pattern = sentence
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(' ', String.raw`\s+`)
    .replace('#', String.raw`(\d[\d_]*(?:,\d{3})*(?:\.\d+|(?: \* [\d_]+)*))`);
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(([, number = '']) => number);
}
