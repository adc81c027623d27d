import type { Json } from './json/json.js';

/** Addresses that no deployment has; of digits alone, so that they are their own EIP-55 checksum. The page at `/docs` puts its own there. */
export const TOKEN = `0x${'1'.repeat(40)}`;
export const WALLET = `0x${'2'.repeat(40)}`;
export const PLATFORM_TOKEN = `0x${'3'.repeat(40)}`;
const TIME = '2026-11-21T00:00:00.000Z';
const HASH = `0x${'1f'.repeat(32)}`;
export const AMOUNT = '1000000000000000000';

/** Values of the card's parameters by their name. Parameters that only narrow a list have none. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, Json>> = {
  tokenAddress: TOKEN,
  address: WALLET,
  programId: 'season-1',
  tokens: [TOKEN],
  q: 'harbor',
  interval: '1h',
  year: 2026,
  amount: AMOUNT,
};

export const LAUNCH = {
  name: 'Harbor Lights',
  symbol: 'HRBR',
  description: 'Tide tables and harbor webcams.',
  imageUrl: 'https://harborlights.app/icon.png',
  website: 'https://harborlights.app',
  creator: WALLET,
};

/** Bodies of the card's requests by the operation's id. */
export const REQUEST_EXAMPLES: Readonly<Record<string, Json>> = {
  createChallenge: { address: WALLET },
  createToken: {
    message: [
      `localhost:3000 wants you to sign in with your Ethereum account:\n${WALLET}\n\n`,
      'URI: http://localhost:3000\nVersion: 1\nChain ID: 31337\nNonce: k3JxW9vTq2LmZ8rB',
      `Issued At: ${TIME}`,
    ].join('\n'),
    signature: `0x${'1f'.repeat(65)}`,
  },
  preflightLaunch: LAUNCH,
  // Every program that can be paid now.
  createClaimPayload: {},
};

/** Values of properties by their name, where the schema alone would make less of them. */
export const PROPERTY_EXAMPLES: Readonly<Record<string, Json>> = {
  name: 'Harbor Lights',
  symbol: 'HRBR',
  nextCursor: null,
  latestCursor: null,
  error: null,
  description: 'Tide tables and harbor webcams.',
  imageUrl: 'https://harborlights.app/icon.png',
  website: 'https://harborlights.app',
  creator: WALLET,
  decimals: 18,
  totalSupply: '1000000000000000000000000000',
  priceUsd: 0.0042,
  priceChange24h: 0.05,
  change24h: 0.05,
  marketCapUsd: 4200000,
  volume24hUsd: 1800,
  volumeUsd: 1800,
  liquidityUsd: 5200,
  allTimeHighUsd: 0.0051,
  priceChange: 0.05,
  sparkline: 0.0042,
  holders: 12,
  launchBlock: 1042,
  blockNumber: 1042,
  block: 1042,
  code: 'name_taken',
  field: 'name',
  message: 'This name is taken.',
  nonce: 'k3JxW9vTq2LmZ8rB',
  accessToken: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIweDIyIn0.c2ln',
  symbolPattern: '^[A-Z0-9]{2,10}$',
  id: 'season-1',
  programId: 'season-1',
  source: 'Season 1',
  eligibility: 'Holders of the token.',
  emissionsPerDay: AMOUNT,
  tokenAddress: TOKEN,
  rewardToken: TOKEN,
  address: WALLET,
  to: TOKEN,
  data: '0x71ee95c0',
  value: '0',
  balance: AMOUNT,
  claimable: AMOUNT,
  proof: HASH,
  proofs: HASH,
  tree: HASH,
  values: AMOUNT,
  leafEncoding: 'address',
};

/** Texts by what their schema says of them: the pattern, else the format. */
export const TEXT_EXAMPLES: Readonly<Record<string, string>> = {
  '^0x[a-fA-F0-9]{40}$': TOKEN,
  '^(0|[1-9][0-9]*)$': AMOUNT,
  '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$': '0.000012',
  '^0x[a-f0-9]{64}$': HASH,
  '^0x[0-9a-f]{64}$': HASH,
  '^(0|[1-9][0-9]*)(\\.[0-9]+)?$': '1.25',
  '^0x([a-fA-F0-9]{2})+$': '0x1f',
  '^[a-z0-9][a-z0-9-]{0,63}$': 'season-1',
  '^[1-9][0-9]{0,77}$': AMOUNT,
  'date-time': TIME,
  '^(0|[1-9][0-9]*)(\\.[0-9]{1,50})?$': '0.000012',
  uri: 'https://app.example.com/',
};
