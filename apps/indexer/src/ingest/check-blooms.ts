import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hex } from 'viem';
import {
  InconsistentNodeError,
  LAUNCHPAD_TOPICS,
  LogsBloom,
  MAY_BE_CUT_LOGS,
  type BlockHeader,
  type RawLog,
} from '@slipway/chain';
import type { BlockLogs, RangeLogs, RangeRead } from './range-logs.js';
import type { LogReader } from './read-logs.js';

/** Above this chance of a false yes a bloom says little: asking for receipts would mostly be in vain. */
const TOO_UNSURE = 0.1;

/** Contracts that are looked for in every bloom; of more, a bloom of a few logs would err already. */
const MAX_LOOKED_FOR = 2_000;

/** Headers that are looked at before the loop gets its turn. */
const HEADERS_AT_ONCE = 32;

/**
 * Compares the logs of a range with its headers' blooms. A log that a bloom does not know is false. The block's receipts decide
 * where a bloom tells of one of our contracts and no log of it came. They decide too where so many logs came that there may be
 * more. Nodes keep receipts apart from the index that they search logs by. Where a bloom says little and the block gave nothing,
 * it is asked for by its hash: of a long history the receipts would be most of the chain.
 * @throws InconsistentNodeError when logs are missing, or are not of their blocks
 */
export async function checkBlooms(reader: LogReader, { headers, logs, isFinal }: RangeRead): Promise<void> {
  const doubtful: (readonly [BlockHeader, 'receipts' | 'hash'])[] = [];
  for (const [i, header] of headers.entries()) {
    const doubt = doubtOf(header, logs);
    if (doubt !== null) doubtful.push([header, doubt === 'faint' && isFinal ? 'hash' : 'receipts']);
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
type Doubt = null | 'faint' | 'strong';

function doubtOf({ number, logsBloom }: BlockHeader, logs: RangeLogs): Doubt {
  const bloom = LogsBloom.of(logsBloom);
  const came = logs.blocks.get(number);
  if (bloom === null) {
    if (came === undefined) return null;
    throw new InconsistentNodeError(`logs came of block ${number}, whose header says that it has none`);
  }
  for (const contract of came?.contracts ?? []) {
    if (!bloom.mayHave(contract)) {
      throw new InconsistentNodeError(`a log of block ${number} is not in its header's bloom`);
    }
  }
  if (logs.proved.has(number)) return null;
  if (came !== undefined && came.seen >= MAY_BE_CUT_LOGS) return 'strong';
  const topics = logs.topics.filter((topic) => bloom.mayHave(topic));
  if (topics.length === 0) return null;
  if (!logs.isWideAt(number)) return doubtOfContracts(bloom, topics, came, logs);
  // All contracts were asked for: each topic that a bloom knows has come of one, which costs what came, not what we follow.
  if (bloom.chanceOfError() * logs.topics.length > TOO_UNSURE) return came === undefined ? 'faint' : null;
  return topics.some((topic) => came?.topics.has(topic) !== true) ? 'strong' : null;
}

/** Each contract that a bloom knows has logged something that came. */
function doubtOfContracts(
  bloom: LogsBloom,
  topics: readonly Hex[],
  came: BlockLogs | undefined,
  logs: RangeLogs,
): Doubt {
  const isAll = logs.followed <= MAX_LOOKED_FOR;
  const contracts = isAll ? logs.addresses() : logs.fixed();
  if (!isAll && came === undefined) return 'faint';
  if (bloom.chanceOfError() * contracts.length > TOO_UNSURE) {
    return came === undefined && contracts.some((address) => bloom.mayHave(address)) ? 'faint' : null;
  }
  const present = contracts.filter((address) => bloom.mayHave(address));
  const lacksContract = present.some((address) => came?.contracts.has(address) !== true);
  const lacksEvent = topics.some(
    (topic) => LAUNCHPAD_TOPICS.includes(topic) && came?.topics.has(topic) !== true,
  );
  return lacksContract || (present.length > 0 && lacksEvent) ? 'strong' : null;
}

/** @param known logs of the block, ours and others */
function compare({ number }: BlockHeader, logs: RangeLogs, known: readonly RawLog[]): void {
  const ours = known.filter(
    ({ topics: [topic], address }) => topic !== undefined && logs.topics.includes(topic) && logs.has(address),
  );
  const came = logs.blocks.get(number)?.indices.size ?? 0;
  if (ours.length !== came) {
    throw new InconsistentNodeError(`block ${number} has ${ours.length} logs of ours, ${came} came`);
  }
}
