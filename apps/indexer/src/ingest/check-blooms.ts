import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  InconsistentNodeError,
  LAUNCHPAD_TOPICS,
  LogsBloom,
  MAY_BE_CUT_LOGS,
  type BlockHeader,
  type RawLog,
} from '#chain';
import type { RangeLogs, RangeRead } from './range-logs.js';
import type { LogReader } from './read-logs.js';

/**
 * Above this chance of a false yes a bloom says little: so many items are looked for, or so full is the block, that asking
 * for receipts would mostly be in vain.
 */
const TOO_UNSURE = 0.1;

/** Contracts that are looked for in every bloom; of more, a bloom of a few logs would err already. */
const MAX_LOOKED_FOR = 2_000;

/** Headers that are looked at before the loop gets its turn. */
const HEADERS_AT_ONCE = 32;

/**
 * Compares the logs of a range with its headers' blooms. A log that a bloom does not know is false. Where a bloom tells
 * of one of our contracts and no log of it came, or so many came that there may have been more, the block is asked for in
 * another way than the range was: its receipts decide, which nodes keep apart from the index that they search logs by.
 * Where a bloom says little and the block gave nothing, it decides for itself, asked by its hash: of a long history the
 * receipts would be most of the chain. Where all contracts were asked for, topics are looked for instead of contracts, so
 * that it costs what came, not what we follow.
 *
 * @throws InconsistentNodeError when logs are missing, or are not of their blocks
 */
export async function checkBlooms(reader: LogReader, { headers, logs, isFinal }: RangeRead): Promise<void> {
  const doubtful: (readonly [BlockHeader, 'receipts' | 'hash'])[] = [];
  for (const [i, header] of headers.entries()) {
    const doubt = doubtOf(header, logs);
    if (doubt !== 'none') doubtful.push([header, doubt === 'faint' && isFinal ? 'hash' : 'receipts']);
    if (i % HEADERS_AT_ONCE === 0) await nextTurn();
  }
  for (let i = 0; i < doubtful.length; i += HEADERS_AT_ONCE) {
    const some = doubtful.slice(i, i + HEADERS_AT_ONCE);
    await Promise.all(
      some.map(async ([header, from]) => {
        compare(header, logs, await reader.readAgain(header, logs, from));
      }),
    );
  }
}

/** How likely it is that logs of ours are missing of a block. */
function doubtOf({ number, logsBloom }: BlockHeader, logs: RangeLogs): 'none' | 'faint' | 'strong' {
  const bloom = LogsBloom.of(logsBloom);
  const came = logs.ofBlock(number);
  if (bloom === null) {
    if (came === undefined) return 'none';
    throw new InconsistentNodeError(`logs came of block ${number}, whose header says that it has none`);
  }
  for (const contract of came?.contracts ?? []) {
    if (!bloom.mayHave(contract)) {
      throw new InconsistentNodeError(`a log of block ${number} is not in its header's bloom`);
    }
  }
  if (logs.isProved(number)) return 'none';
  if (came !== undefined && came.seen >= MAY_BE_CUT_LOGS) return 'strong';
  if (!logs.topics.some((topic) => bloom.mayHave(topic))) return 'none';
  return logs.isWideAt(number) ? doubtOfTopics(bloom, number, logs) : doubtOfContracts(bloom, number, logs);
}

/** Each topic that a bloom knows has come, of whichever contract. */
function doubtOfTopics(bloom: LogsBloom, number: number, logs: RangeLogs): 'none' | 'faint' | 'strong' {
  const came = logs.ofBlock(number);
  if (bloom.chanceOfError() * logs.topics.length > TOO_UNSURE) return came === undefined ? 'faint' : 'none';
  const lacksTopic = logs.topics.some((topic) => bloom.mayHave(topic) && came?.topics.has(topic) !== true);
  return lacksTopic ? 'strong' : 'none';
}

/** Each contract that a bloom knows has logged something that came. */
function doubtOfContracts(bloom: LogsBloom, number: number, logs: RangeLogs): 'none' | 'faint' | 'strong' {
  const came = logs.ofBlock(number);
  const isAll = logs.followed <= MAX_LOOKED_FOR;
  const contracts = isAll ? logs.addresses() : logs.fixed();
  if (!isAll && came === undefined) return 'faint';
  if (bloom.chanceOfError() * contracts.length > TOO_UNSURE) {
    return came === undefined && contracts.some((address) => bloom.mayHave(address)) ? 'faint' : 'none';
  }
  const present = contracts.filter((address) => bloom.mayHave(address));
  const lacksContract = present.some((address) => came?.contracts.has(address) !== true);
  const lacksEvent = LAUNCHPAD_TOPICS.some(
    (topic) => logs.topics.includes(topic) && bloom.mayHave(topic) && came?.topics.has(topic) !== true,
  );
  return lacksContract || (present.length > 0 && lacksEvent) ? 'strong' : 'none';
}

/** @param known logs of the block, ours and others */
function compare({ number }: BlockHeader, logs: RangeLogs, known: readonly RawLog[]): void {
  const ours = known.filter(
    ({ topics: [topic], address }) => topic !== undefined && logs.topics.includes(topic) && logs.has(address),
  );
  const came = logs.ofBlock(number)?.indices.size ?? 0;
  if (ours.length !== came) {
    throw new InconsistentNodeError(`block ${number} has ${ours.length} logs of ours, ${came} came`);
  }
}
