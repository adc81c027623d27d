import { loadSettings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../test/support/service-ports.js';
import type { TokenListDto } from './dto/token-list.dto.js';
import type { TokenListRepository, TokenListRow } from './token-list.repository.js';
import { TokenListService } from './token-list.service.js';

const PLATFORM = `0x${'1'.repeat(40)}` as Address;
const TOKEN = `0x${'2'.repeat(40)}` as Address;

function listOf(
  apps: readonly (readonly [name: string, symbol: string])[],
  changes = 0,
): Promise<TokenListDto> {
  const row = {
    asOf: HEAD,
    ...{ chainId: 31337, platformToken: PLATFORM, platformSymbol: 'SLIP', operatorChanges: changes },
    changedAt: 1_795_132_800,
    apps: apps.map(([name, symbol]) => ({ token: TOKEN, name, symbol })),
  } as unknown as TokenListRow & { asOf: typeof HEAD };
  const repository = stub<TokenListRepository>({ readTokenList: () => Promise.resolve(row) });
  return new TokenListService(repository, loadSettings({})).get().then(({ body }) => body);
}

const symbolsOf = ({ tokens }: TokenListDto): string[] => tokens.map(({ symbol }) => symbol);

describe('the list of tokens', () => {
  it('begins with the platform token, and its version counts tokens and what operators changed', async () => {
    const list = await listOf(
      [
        ['Apple', 'AAA'],
        ['Berry', 'BBB'],
      ],
      3,
    );
    expect(list).toMatchObject({
      timestamp: '2026-11-20T00:00:00.000Z',
      version: { major: 4, minor: 2, patch: 0 },
      tokens: [
        { chainId: 31337, address: PLATFORM, symbol: 'SLIP', decimals: 18 },
        { address: TOKEN, name: 'Apple', symbol: 'AAA', decimals: 18 },
        { symbol: 'BBB' },
      ],
    });
  });

  it.each([
    ['its symbol', ['Other', 'SLIP']],
    ['its symbol in letters that look the same', ['Other', 'ЅLIP']],
    ['its name', ['slip', 'OTHER']],
  ] as const)('has no app that takes %s from the platform token', async (_what, app) => {
    expect(symbolsOf(await listOf([app, ['Apple', 'AAA']]))).toEqual(['SLIP', 'AAA']);
  });

  it('has symbols of one word and names of one line, cut between characters', async () => {
    const { tokens } = await listOf([
      [`A\nB\t${'n'.repeat(100)}`, 'T W O'],
      ['Faces', '😀'.repeat(20)],
    ]);
    expect(tokens.slice(1).map(({ symbol }) => symbol)).toEqual(['TWO', '😀'.repeat(10)]);
    expect(tokens[1]?.name).toHaveLength(60);
    expect(tokens[1]?.name).not.toMatch(/[\n\t]/);
  });

  it('leaves out what has no visible symbol', async () => {
    expect(symbolsOf(await listOf([['Nothing', '\u200b\u202e']]))).toEqual(['SLIP']);
  });
});
