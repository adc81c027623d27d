/**
 * Keccak-f[1600], the permutation of FIPS 202 section 3, as a WebAssembly module that is assembled here: JavaScript has
 * no 64-bit integers that are fast, and a hasher that crosses over once a permutation has little else to pay for.
 */

/** Bytes of the state: 25 lanes of 8, little-endian, at the beginning of the module's memory. */
export const STATE_BYTES = 200;

const LANES = 25;
const ROUNDS = 24;
const LANE_BYTES = 8;

/** How far rho rotates each lane, by x + 5y (FIPS 202 table 2, modulo 64). */
const ROTATIONS = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
];

/** A WebAssembly instruction with its immediates (WebAssembly Core Specification, section 5.4). */
type Code = readonly number[];

const I32 = 0x7f;
const I64 = 0x7e;
const LOOP: Code = [0x03, 0x40];
const END: Code = [0x0b];
const BRANCH_IF: Code = [0x0d, 0];
const I32_ADD: Code = [0x6a];
const I32_NOT_EQUAL: Code = [0x47];
const AND: Code = [0x83];
const XOR: Code = [0x85];
const ROTATE_LEFT: Code = [0x89];
const NOT: Code = [0x42, 0x7f, ...XOR];

const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const i32 = (value: number): Code => [0x41, ...signed(value)];
const i64 = (value: number): Code => [0x42, ...signed(value)];
/** Both take an address from the stack, and add the offset to it; `store` takes the value above it. */
const load = (offset: number): Code => [0x29, 3, ...unsigned(offset)];
const store = (offset: number): Code => [0x37, 3, ...unsigned(offset)];

// Locals: the address of the round's constant, the lanes, those lanes after rho and pi, theta's columns and their mix.
const ROUND = 0;
const lane = (i: number): number => 1 + i;
const moved = (i: number): number => 1 + LANES + i;
const column = (x: number): number => 1 + 2 * LANES + (x % 5);
const mix = (x: number): number => 1 + 2 * LANES + 5 + (x % 5);

const FIVE = [0, 1, 2, 3, 4];
const ALL_LANES = Array.from({ length: LANES }, (_, i) => i);

/** A fresh instance: its memory begins with the state, which `permute` permutes in place. */
export function createPermutation(): { readonly state: Uint8Array; readonly permute: () => void } {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assembleModule()));
  const memory = exports['memory'] as WebAssembly.Memory;
  new BigUint64Array(memory.buffer, STATE_BYTES, ROUNDS).set(roundConstants());
  return { state: new Uint8Array(memory.buffer, 0, STATE_BYTES), permute: exports['permute'] as () => void };
}

function permutation(): Code {
  return [
    ...ALL_LANES.flatMap((i) => [...i32(0), ...load(i * LANE_BYTES), ...set(lane(i))]),
    ...i32(STATE_BYTES),
    ...set(ROUND),
    ...LOOP,
    ...theta(),
    ...rhoAndPi(),
    ...chi(),
    ...iota(),
    ...[...get(ROUND), ...i32(LANE_BYTES), ...I32_ADD, ...set(ROUND)],
    ...[...get(ROUND), ...i32(STATE_BYTES + ROUNDS * LANE_BYTES), ...I32_NOT_EQUAL, ...BRANCH_IF],
    ...END,
    ...ALL_LANES.flatMap((i) => [...i32(0), ...get(lane(i)), ...store(i * LANE_BYTES)]),
    ...END,
  ];
}

function theta(): Code {
  const columns = FIVE.flatMap((x) => [
    ...get(lane(x)),
    ...[5, 10, 15, 20].flatMap((y) => [...get(lane(x + y)), ...XOR]),
    ...set(column(x)),
  ]);
  const mixes = FIVE.flatMap((x) => [
    ...get(column(x + 4)),
    ...[...get(column(x + 1)), ...i64(1), ...ROTATE_LEFT],
    ...XOR,
    ...set(mix(x)),
  ]);
  return [...columns, ...mixes];
}

/** Theta's last step with it: each lane gets its mix, is rotated, and goes to where pi puts it. */
function rhoAndPi(): Code {
  return ALL_LANES.flatMap((i) => {
    const [x, y] = [i % 5, Math.floor(i / 5)];
    const mixed = [...get(lane(i)), ...get(mix(x)), ...XOR];
    return [
      ...mixed,
      ...i64(ROTATIONS[i] ?? 0),
      ...ROTATE_LEFT,
      ...set(moved(y + 5 * ((2 * x + 3 * y) % 5))),
    ];
  });
}

function chi(): Code {
  return ALL_LANES.flatMap((i) => {
    const next = (ahead: number): number => moved(i - (i % 5) + ((i + ahead) % 5));
    return [...get(moved(i)), ...get(next(1)), ...NOT, ...get(next(2)), ...AND, ...XOR, ...set(lane(i))];
  });
}

function iota(): Code {
  return [...get(lane(0)), ...get(ROUND), ...load(0), ...XOR, ...set(lane(0))];
}

/** The constants of iota, by the linear feedback shift register of FIPS 202 section 3.2.5. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let bit = 0; bit <= 6; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register <<= 1;
      if (register > 0xff) register ^= 0x171;
    }
    return constant;
  });
}

/** A module of one function without parameters and one page of memory (section 5.5). */
function assembleModule(): Uint8Array {
  const locals = vector([
    [1, I32],
    [2 * LANES + 10, I64],
  ]);
  const body = [...locals, ...permutation()];
  const name = (text: string): Code => vector([...Buffer.from(text)].map((byte) => [byte]));
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, 0, 0]]),
    ...section(3, [[0]]),
    ...section(5, [[0, 1]]),
    ...section(7, [
      [...name('permute'), 0, 0],
      [...name('memory'), 2, 0],
    ]),
    ...section(10, [[...unsigned(body.length), ...body]]),
  ]);
}

function section(id: number, items: readonly Code[]): Code {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

/** LEB128 (section 5.2.2). */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** LEB128 of a number that may be negative: its last byte has the sign in bit 6. */
function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
