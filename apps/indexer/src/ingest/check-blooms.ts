import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hex } from 'viem';
import { LogsBloom, MAY_BE_CUT_LOGS, type BlockHeader } from '@slipway/chain';
import type { BlockLogs, RangeLogs, RangeRead } from './range-logs.js';

/** Above this chance of a false yes a bloom says little: asking for receipts would mostly be in vain. */
const TOO_UNSURE = 0.1;

/** Contracts that are looked for in every bloom; of more, a bloom of a few logs would err already. */
const MAX_LOOKED_FOR = 2_000;

/** Headers that are looked at before the loop gets its turn. */
const HEADERS_AT_ONCE = 32;

/** How likely it is that logs of ours are missing of a block, or are none of it. */
export type Doubt = 'faint' | 'strong';

/**
 * Compares the logs of a range with its headers' blooms. A doubt is strong where a bloom tells of one of our contracts and no log of
 * it came, where logs came that it does not know, and where so many came that there may be more. It is faint where a bloom says
 * little and the block gave nothing.
 * @param isBloomWhole whether blooms of this chain know every log
 */
export async function findDoubts(
  { headers, logs, isFinal }: RangeRead,
  isBloomWhole: boolean,
): Promise<readonly (readonly [BlockHeader, Doubt])[]> {
  const doubts: (readonly [BlockHeader, Doubt])[] = [];
  for (const [i, header] of headers.entries()) {
    if (i % HEADERS_AT_ONCE === 0) await nextTurn();
    if (logs.proved.has(header.number)) continue;
    const doubt = doubtOf(header, logs) ?? (isBloomWhole || isFinal ? null : 'faint');
    if (doubt !== null) doubts.push([header, doubt]);
  }
  return doubts;
}

function doubtOf({ number, logsBloom }: BlockHeader, logs: RangeLogs): Doubt | null {
  const bloom = LogsBloom.of(logsBloom);
  const came = logs.blocks.get(number);
  if (bloom === null) return came === undefined ? null : 'strong';
  for (const contract of came?.contracts ?? []) if (!bloom.mayHave(contract)) return 'strong';
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
): Doubt | null {
  const isAll = logs.followed <= MAX_LOOKED_FOR;
  const contracts = isAll ? logs.addresses() : logs.fixed();
  if (!isAll && came === undefined) return 'faint';
  if (bloom.chanceOfError() * contracts.length > TOO_UNSURE) {
    return came === undefined && contracts.some((address) => bloom.mayHave(address)) ? 'faint' : null;
  }
  const present = contracts.filter((address) => bloom.mayHave(address));
  const lacksContract = present.some((address) => came?.contracts.has(address) !== true);
  const lacksEvent = topics.some(
    (topic) => logs.contracts.fixedTopics.includes(topic) && came?.topics.has(topic) !== true,
  );
  return lacksContract || (present.length > 0 && lacksEvent) ? 'strong' : null;
}
