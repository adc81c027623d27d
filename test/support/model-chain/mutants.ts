/** A defect that is planted into a copy of one source file in memory: each change's text must be there once. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** @throws Error when the file is not as it was when the defect was thought of */
export function patched({ name, file, changes }: Mutant, source: string): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`mutant "${name}" does not fit ${file}: ${from}`);
    return text.replace(from, () => to);
  }, source);
}

const READ_RANGE = 'apps/indexer/src/ingest/read-range.ts';
const RANGE_LOGS = 'apps/indexer/src/ingest/range-logs.ts';
const CHECK_BLOOMS = 'apps/indexer/src/ingest/check-blooms.ts';
const INDEXER = 'apps/indexer/src/ingest/indexer.ts';
const RESOLVE_FORK = 'apps/indexer/src/rollback/resolve-fork.ts';
const ENDPOINT = 'libs/chain/src/json-rpc-endpoint.ts';
const DECODE_LOG = 'libs/chain/src/decode-log.ts';
const LAUNCHPAD_EVENTS = 'libs/protocols/src/slipway/events.ts';
const POOL_EVENTS = 'libs/protocols/src/uniswap-v2/events.ts';
const NODE_POOL = 'libs/chain/src/node-pool.ts';

/** The first few show at once. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a reorganisation below the next block goes unseen',
    file: INDEXER,
    changes: [
      ['if (head !== null && read.headers[0]?.parentHash !== head.hash)', 'if (head !== null && from < 0)'],
    ],
  },
  {
    name: 'launches and graduations are taken in as they come',
    file: READ_RANGE,
    changes: [['contracts.discover(logs.inOrder())', 'contracts.discover(logs.all())']],
  },
  {
    name: 'events are folded as they come',
    file: RANGE_LOGS,
    changes: [['this.areInOrder &&= place > this.last', 'this.areInOrder &&= place >= 0']],
  },
  {
    name: 'no doubt is ever raised',
    file: CHECK_BLOOMS,
    changes: [['if (doubt !== null) doubts.push', 'if (doubt !== null && i < 0) doubts.push']],
  },
  {
    name: 'contracts that a bloom knows are not missed',
    file: CHECK_BLOOMS,
    changes: [['return lacksContract || (present', 'return present.length < 0 || (present']],
  },
  {
    name: 'what a trade moved is its fee',
    file: LAUNCHPAD_EVENTS,
    changes: [['tokenAmount: word(log, 2)', 'tokenAmount: word(log, 1)']],
  },
  {
    name: 'the chain of a node is not looked at',
    file: NODE_POOL,
    changes: [['if (Number(chainId) !== this.chainId)', 'if (Number(chainId) < 0)']],
  },
  {
    name: 'results of a part go to the calls before it',
    file: NODE_POOL,
    changes: [['results[i] = parse(', 'results[j] = parse(']],
  },
  {
    name: 'a rollback ends too high',
    file: RESOLVE_FORK,
    changes: [
      ['if (header.hash === some[j]?.hash) return header;', 'if (some[j] !== undefined) return header;'],
    ],
  },
  {
    name: 'responses are taken in the order in which they come',
    file: ENDPOINT,
    changes: [['const part = byId.get(first + i);', 'const part = [...byId.values()][i];']],
  },
  {
    name: 'ids that come as text are not known',
    file: ENDPOINT,
    changes: [['Number(textOf(part.id)), part)', 'part.id as number, part)']],
  },
  {
    name: 'the reserves of a trade are the same twice',
    file: LAUNCHPAD_EVENTS,
    changes: [['virtualToken: word(log, 4)', 'virtualToken: word(log, 3)']],
  },
  {
    name: 'the first log of a proof is left out',
    file: RANGE_LOGS,
    changes: [['this.whole.set(block, decoded);', 'this.whole.set(block, decoded.slice(1));']],
  },
  {
    name: 'the reserves of a pool are the same twice',
    file: POOL_EVENTS,
    changes: [['const reserve1 = word(log, 1);', 'const reserve1 = word(log, 0);']],
  },
  {
    name: 'a pair is found one digit too early',
    file: LAUNCHPAD_EVENTS,
    changes: [['log.data.slice(26, 66)', 'log.data.slice(25, 65)']],
  },
  {
    name: 'what a pool paid is of the other token',
    file: POOL_EVENTS,
    changes: [['amount0Out: word(log, 2)', 'amount0Out: word(log, 3)']],
  },
  {
    name: 'a transfer goes back to its sender',
    file: DECODE_LOG,
    changes: [['const to = topicAddress(log, 2);', 'const to = topicAddress(log, 1);']],
  },
  {
    name: 'texts are those of the log before',
    file: DECODE_LOG,
    changes: [['if (text !== this.last) this.last = text;', "if (this.last === '0x') this.last = text;"]],
  },
  {
    name: 'logs of contracts that a range brings are not asked for',
    file: READ_RANGE,
    changes: [['if (missing.length > 0) await', 'if (missing.length > 99) await']],
  },
  {
    name: 'topics in capital letters stay so',
    file: 'libs/chain/src/hex-text.ts',
    changes: [['(value.toLowerCase() as Hex)', '(value as Hex)']],
  },
];
