import { keccak256, numberToHex, toRlp, type Hex } from 'viem';

/** A header as anvil's state file has it. */
export type SavedHeader = Readonly<Record<string, Hex | null | undefined>>;

/** The fields of a header in the order of their hash; those of later forks come last, and only where they are set. */
const FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const;

/** Hashed as numbers, which have no leading zeros. */
const NUMBERS: ReadonlySet<string> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
]);

/** The hash of a block: Keccak-256 of its header in RLP. The state file names blocks by their numbers only. */
export function blockHash(header: SavedHeader): Hex {
  const fields: Hex[] = [];
  for (const name of FIELDS) {
    const value = header[name];
    if (value !== undefined && value !== null) fields.push(NUMBERS.has(name) ? minimal(value) : value);
  }
  return keccak256(toRlp(fields));
}

function minimal(quantity: Hex): Hex {
  const number = BigInt(quantity);
  if (number === 0n) return '0x';
  const digits = numberToHex(number).slice(2);
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`;
}
