import 'reflect-metadata';
import { IsArray, IsString } from 'class-validator';
import { ApiError } from '../errors/api-error.js';
import { AddressListProperty, AddressProperty, LimitProperty } from './property.decorators.js';
import { StrictValidationPipe } from './strict-validation.pipe.js';

class ListQuery {
  @LimitProperty()
  limit: number = 20;

  @AddressProperty({ description: 'x', required: false })
  creator?: string;

  @AddressListProperty({ description: 'x', max: 2 })
  tokens?: string[];
}

class Body {
  @IsArray({ message: 'must be a list' })
  @IsString({ each: true, message: 'must be text' })
  ids!: string[];
}

const LOWER = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const CHECKSUMMED = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const pipe = new StrictValidationPipe();

async function read(value: unknown): Promise<unknown> {
  return pipe.transform(value, { type: 'query', metatype: ListQuery });
}

async function namesRefused(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.details.issues as { path: string }[]).map(({ path }) => path);
  }
}

describe('a list query', () => {
  it('has a default limit, and puts addresses into EIP-55', async () => {
    expect(await read({})).toEqual({ limit: 20 });
    const tokens = `${LOWER},${LOWER.toUpperCase().replace('0X', '0x')}`;
    expect(await read({ limit: '100', creator: LOWER, tokens })).toEqual({
      limit: 100,
      creator: CHECKSUMMED,
      tokens: [CHECKSUMMED, CHECKSUMMED],
    });
  });

  it.each([
    '0',
    '-1',
    '101',
    '1e2',
    '1e9',
    ' 5',
    '5 ',
    '+5',
    '05',
    '1.5',
    'abc',
    '',
    'NaN',
    '0x10',
    '٣',
    '999999999999',
  ])('refuses limit %j', async (limit) => {
    expect(await namesRefused(read({ limit }))).toEqual(['limit']);
  });

  it.each([
    '',
    '0x',
    LOWER.slice(0, -1),
    `${LOWER}0`,
    LOWER.slice(2),
    ` ${LOWER}`,
    `${LOWER}\n`,
    `0X${LOWER.slice(2)}`,
  ])('refuses the address %j', async (creator) => {
    expect(await namesRefused(read({ creator }))).toEqual(['creator']);
  });

  it.each(['', ',', `${LOWER},`, `${LOWER}, ${LOWER}`, [LOWER, LOWER, LOWER].join(',')])(
    'refuses the addresses %j',
    async (tokens) => {
      expect(await namesRefused(read({ tokens }))).toEqual(['tokens']);
    },
  );

  it('names everything that is wrong, unknown names included', async () => {
    const wrong = { limit: '0', creator: 'x', nope: '1' };
    expect((await namesRefused(read(wrong))).sort()).toEqual(['creator', 'limit', 'nope']);
  });
});

describe('a body', () => {
  const readBody = async (value: unknown): Promise<unknown> =>
    pipe.transform(value, { type: 'body', metatype: Body });

  it.each([[[]], [null], ['text'], [1], [true]])('refuses %j, which is no object', async (value) => {
    expect(await namesRefused(readBody(value))).toEqual(['body']);
  });

  it('names what is missing when there is none', async () => {
    expect(await namesRefused(readBody(undefined))).toEqual(['ids']);
  });

  it('refuses NUL and names with a meaning of their own, wherever they are', async () => {
    expect(await namesRefused(readBody({ ids: ['a', 'b\0'] }))).toEqual(['ids[1]']);
    expect(await namesRefused(readBody(JSON.parse('{"ids":[],"__proto__":{"x":1}}')))).toEqual(['__proto__']);
    expect(await namesRefused(readBody({ ids: [], a: { constructor: 1 } }))).toEqual(['a.constructor']);
  });
});

describe('a body of 4,000 unknown names', () => {
  it('is refused by twenty of them, without an error made of each', async () => {
    const body = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`x${index}`, 1]));
    const refuse = (): Promise<string[]> =>
      namesRefused(pipe.transform(body, { type: 'body', metatype: Body }));
    await refuse();
    const before = process.cpuUsage();
    const names = await refuse();
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(60);
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `x${index}`));
  });
});

describe('a body of 16,000 items', () => {
  it.each([
    ['numbers', 1],
    ['objects', {}],
  ])('that are %s is refused for little of the CPU', async (_what, item) => {
    const body = { ids: Array.from({ length: 16_000 }, () => item) };
    const refuse = (): Promise<string[]> =>
      namesRefused(pipe.transform(body, { type: 'body', metatype: Body }));
    await refuse();
    const before = process.cpuUsage();
    expect(await refuse()).toEqual(['ids']);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(60);
  });
});

it('leaves a body without a class as it is, however many names it has', async () => {
  const body = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, 1]));
  expect(await pipe.transform(body, { type: 'body', metatype: Object })).toEqual(body);
});
