import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChainEvent, RawLog } from '@slipway/chain';

/** A log as a node gave it, and what a protocol's decoders say that it is. */
export interface KnownLog {
  readonly log: RawLog;
  readonly event: ChainEvent;
}

/** Of each kind of event. */
const MOST_A_KIND = 3;

export const recordedLogsOf = (protocol: string): string =>
  path.resolve(import.meta.dirname, `../../libs/protocols/src/${protocol}/recorded-logs.json`);

/** JSON has no big integers: they are texts. */
export const toPlain = (event: ChainEvent): unknown =>
  JSON.parse(
    JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );

/** Writes some of each kind beside the protocol, for its author to read and commit. */
export async function recordLogs(protocol: string, known: readonly KnownLog[]): Promise<void> {
  const counts = new Map<string, number>();
  const some = known.filter(({ event: { name } }) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name)! <= MOST_A_KIND;
  });
  const plain = some.map(({ log, event }) => ({ log, event: toPlain(event) }));
  await writeFile(recordedLogsOf(protocol), `${JSON.stringify(plain, null, 2)}\n`);
  process.stdout.write(`recorded: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}\n`);
}
