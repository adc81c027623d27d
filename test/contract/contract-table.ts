import type { Type } from '@nestjs/common';
import type { OperationMetadata } from '@slipway/http';
import { AppModule } from '../../apps/api/src/app.module.js';
import { CardModule } from '../support/app-without.js';

/** What the contract says of one operation: who may call it, on which budget, how it is kept and what it takes. */
export interface ContractRow {
  readonly status: OperationMetadata['status'];
  readonly access: OperationMetadata['access'];
  readonly limit: OperationMetadata['limit'];
  readonly caching: OperationMetadata['caching'];
  readonly flag: OperationMetadata['flag'];
  /** Codes that do not follow from access and input. */
  readonly errors: readonly string[];
  /** Query parameters: `name! type`, where `!` means required, or `name = default type`. Order of an enumeration counts. */
  readonly query: readonly string[];
}

const ADDRESS = '^0x[a-fA-F0-9]{40}$';
const PAIR = '^0x[a-fA-F0-9]{40}(-curve)?$';
const GECKO_PAGE = ['limit = 100 integer 1..100', 'cursor string'];
const BLOCKS = ['fromBlock! integer 0..999999999', 'toBlock! integer 0..999999999'];
const TOPIC =
  '^(head|apps|trades|trades:0x[a-fA-F0-9]{40}|prices:0x[a-fA-F0-9]{40}|wallet:0x[a-fA-F0-9]{40}|candles:0x[a-fA-F0-9]{40}:(1m|5m|15m|1h|4h|1d|1w))$';
const PAGE = ['limit = 20 integer 1..100', 'cursor string'];
const WHOLE_OR_PAGE = ['limit integer 1..100', 'cursor string'];

const read = {
  status: 'proposed',
  access: 'public',
  limit: 'read',
  caching: 'block',
  flag: null,
  errors: [],
  query: [],
} as const satisfies ContractRow;

const stable = { ...read, status: 'stable' } as const satisfies ContractRow;
const lookup = { ...read, errors: ['not_found'] } as const satisfies ContractRow;
const picture = { ...lookup, caching: 'minute' } as const satisfies ContractRow;
const config = { ...read, caching: 'revalidate' } as const satisfies ContractRow;
const privately = { ...read, caching: 'private' } as const satisfies ContractRow;
const ofBuilder = { ...privately, access: 'builder', errors: ['not_found'] } as const satisfies ContractRow;
const owner = { ...privately, access: 'owner' } as const satisfies ContractRow;

/** The contract's table of access, for every operation of the card. A change of an operation is a change here too. */
export const CARD: Readonly<Record<string, ContractRow>> = {
  'get /apps': {
    ...stable,
    query: [
      ...PAGE,
      `tokens array 1..100 of ${ADDRESS}`,
      'sort = trending trending|newest|market_cap|volume|holders|price_change|curve_progress|last_trade',
      'stage curve|graduated',
      `creator ${ADDRESS}`,
      'sparkline 24h|7d',
      'minMarketCapUsd number 0..',
      'minVolume24hUsd number 0..',
      'minHolders integer 0..999999999',
    ],
  },
  'get /apps/{tokenAddress}': { ...stable, errors: ['not_found'] },
  'get /prices': {
    ...stable,
    errors: ['upstream_unavailable'],
    query: [`tokens array 1..100 of ${ADDRESS}`, 'at string ..40'],
  },
  'get /apps/search': {
    ...read,
    flag: 'search',
    query: ['q! string 1..64', 'limit = 20 integer 1..100', 'sparkline 24h|7d'],
  },
  'get /apps/{tokenAddress}/holders': {
    ...lookup,
    errors: ['not_found', 'upstream_unavailable'],
    query: [...PAGE, 'block integer 0..999999999'],
  },
  'get /apps/{tokenAddress}/launch-report': { ...read, errors: ['not_found'] },
  'get /apps/{tokenAddress}/activity': {
    ...lookup,
    query: [...PAGE, 'type launch|buy|sell|transfer|graduation'],
  },
  'get /activity': {
    ...read,
    query: [
      ...PAGE,
      'after string',
      'type array 1..5 of ^(launch|buy|sell|transfer|graduation)$',
      `token ${ADDRESS}`,
      `wallet ${ADDRESS}`,
    ],
  },
  'get /candles/{tokenAddress}': {
    ...lookup,
    query: [
      'interval! 1m|5m|15m|1h|4h|1d|1w',
      'from date-time',
      'to date-time',
      'limit = 300 integer 1..1000',
      'currency = usd usd|platform',
      'fill = true boolean',
    ],
  },
  'get /curves/{tokenAddress}': lookup,
  'get /curves/{tokenAddress}/quote': {
    ...lookup,
    query: ['side! buy|sell', 'amount! ^[1-9][0-9]{0,77}$'],
  },
  'get /leaderboards/{board}': {
    ...read,
    flag: 'leaderboards',
    query: [
      'metric volume|trades|market_cap|holders|fees|graduations',
      'window = 7d 24h|7d|30d|all',
      'limit = 20 integer 1..100',
    ],
  },
  'post /preflight/launch': { ...privately, access: 'optional' },
  'get /portfolio/{address}': owner,
  'get /portfolio/{address}/positions': {
    ...owner,
    errors: ['upstream_unavailable'],
    query: [...WHOLE_OR_PAGE, 'at string ..40'],
  },
  'get /portfolio/{address}/history': {
    ...owner,
    limit: 'heavy',
    query: ['period = 30d 24h|7d|30d|90d|1y|all'],
  },
  'get /portfolio/{address}/activity': { ...owner, query: PAGE },
  'get /portfolio/{address}/gains': {
    ...owner,
    limit: 'heavy',
    query: ['year! integer 2000..9999', 'limit = 100 integer 1..1000', 'cursor string'],
  },
  'get /rewards/programs': {
    ...read,
    query: [...WHOLE_OR_PAGE, 'ids array 1..100 of ^[a-z0-9][a-z0-9-]{0,63}$'],
  },
  'get /rewards/programs/{programId}': lookup,
  'get /rewards/programs/{programId}/tree': { ...lookup, limit: 'heavy', caching: 'revalidate' },
  'get /rewards/{address}': { ...owner, query: WHOLE_OR_PAGE },
  'get /rewards/{address}/proofs': owner,
  'post /rewards/{address}/claim-payload': {
    ...owner,
    limit: 'heavy',
    flag: 'claims',
    errors: ['nothing_to_claim', 'claim_unsafe', 'stale_root', 'upstream_unavailable'],
  },
  'get /config': config,
  'get /config/abis': config,
  'get /config/features': config,
  'post /auth/challenge': { ...privately, errors: ['forbidden'] },
  'get /auth/nonce': privately,
  'post /auth/token': {
    ...privately,
    errors: ['siwe_malformed', 'siwe_rejected', 'forbidden', 'upstream_unavailable'],
  },
  'get /auth/session': { ...privately, access: 'bearer' },
  'post /auth/logout': { ...privately, access: 'bearer' },
};

/** The same, for every operation of an extra. */
const EXTRA: Readonly<Record<string, ContractRow>> = {
  'get /stream': {
    ...privately,
    errors: ['not_found'],
    query: [
      `topics! array 1..50 of ${TOPIC}`,
      'finality = latest latest|final',
      'since string ..64',
      'lastEventId string',
    ],
  },
  'post /webhooks': { ...ofBuilder, errors: ['conflict'] },
  'get /webhooks': { ...ofBuilder, errors: [] },
  'get /webhooks/{webhookId}': ofBuilder,
  'patch /webhooks/{webhookId}': { ...ofBuilder, errors: ['not_found', 'conflict'] },
  'delete /webhooks/{webhookId}': ofBuilder,
  'post /webhooks/{webhookId}/test': { ...ofBuilder, limit: 'heavy', errors: ['not_found', 'conflict'] },
  'post /webhooks/{webhookId}/replay': { ...ofBuilder, limit: 'heavy', errors: ['not_found', 'conflict'] },
  'post /webhooks/{webhookId}/rotate-secret': ofBuilder,
  'get /webhooks/{webhookId}/deliveries': { ...ofBuilder, query: [...PAGE, 'status waiting|delivered'] },
  'get /apps/{tokenAddress}/card.svg': { ...picture, query: ['theme = dark dark|light'] },
  'get /apps/{tokenAddress}/card.png': { ...picture, limit: 'heavy', query: ['theme = dark dark|light'] },
  'get /apps/{tokenAddress}/sparkline.svg': { ...picture, query: ['span = 24h 24h|7d'] },
  'get /integrations/dexscreener/latest-block': read,
  'get /integrations/dexscreener/asset': { ...lookup, query: [`id! ${ADDRESS}`] },
  'get /integrations/dexscreener/pair': { ...lookup, query: [`id! ${PAIR}`] },
  'get /integrations/dexscreener/events': { ...read, errors: ['block_not_final'], query: BLOCKS },
  'get /integrations/geckoterminal/latest-block': read,
  'get /integrations/geckoterminal/asset': { ...lookup, query: [`id! ${ADDRESS}`] },
  'get /integrations/geckoterminal/pair': { ...lookup, query: [`id! ${PAIR}`] },
  'get /integrations/geckoterminal/events': { ...read, errors: ['block_not_final'], query: BLOCKS },
  'get /integrations/coingecko/pairs': { ...read, query: GECKO_PAGE },
  'get /integrations/coingecko/tickers': { ...read, query: GECKO_PAGE },
  'get /integrations/coingecko/historical_trades': {
    ...lookup,
    query: [
      'ticker_id! ^0x[a-fA-F0-9]{40}_0x[a-fA-F0-9]{40}$',
      'type buy|sell',
      'limit = 200 integer 0..999999999',
      'start_time integer -99999999999..99999999999',
      'end_time integer -99999999999..99999999999',
    ],
  },
  'get /integrations/erc7730/{contract}.json': lookup,
  'get /integrations/tokenlist.json': read,
  'get /integrations/tradingview/config': config,
  'get /integrations/tradingview/time': read,
  'get /integrations/tradingview/symbols': {
    ...lookup,
    query: [`symbol! ${ADDRESS}`, 'currencyCode string ..64'],
  },
  'get /integrations/tradingview/search': {
    ...read,
    flag: 'search',
    query: [
      'query string ..64',
      'type string ..64',
      'exchange string ..64',
      'limit = 30 integer 0..999999999',
    ],
  },
  'get /integrations/tradingview/history': {
    ...lookup,
    query: [
      `symbol! ${ADDRESS}`,
      'currencyCode string ..64',
      'resolution! 1|5|15|60|240|1D|D|1W|W',
      'from integer -99999999999..99999999999',
      'to! integer -99999999999..99999999999',
      'countback integer 0..999999999',
    ],
  },
  'post /trades/payload': {
    ...privately,
    limit: 'heavy',
    errors: ['not_found', 'quote_moved', 'conflict', 'upstream_unavailable'],
  },
  'post /payloads/explain': privately,
  'post /launches/payload': { ...privately, limit: 'heavy', errors: ['upstream_unavailable'] },
};

/** Both. */
export const CONTRACT: Readonly<Record<string, ContractRow>> = { ...CARD, ...EXTRA };

/** What the suites of the contract run against: the whole API, and the card alone. */
export const COMPOSITIONS: readonly {
  readonly of: string;
  readonly root: Type;
  readonly contract: typeof CONTRACT;
}[] = [
  { of: 'the whole API', root: AppModule, contract: CONTRACT },
  { of: 'the card alone', root: CardModule, contract: CARD },
];

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly default?: string | number | boolean;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly pattern?: string;
    readonly format?: string;
    readonly items?: DescribedParameter['schema'];
  };
}

/** Query parameters of a description, as {@link ContractRow.query} writes them. */
export function sayQuery(parameters: readonly DescribedParameter[] = []): string[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, schema }) => {
      const preset = schema.default === undefined ? '' : ` = ${String(schema.default)}`;
      return `${name}${required ? '!' : ''}${preset} ${sayType(schema)}`;
    });
}

function sayType(schema: DescribedParameter['schema']): string {
  const { type = '', items, pattern, format } = schema;
  const from = schema.minimum ?? schema.minLength ?? schema.minItems;
  const to = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  const range = from === undefined && to === undefined ? [] : [`${from ?? ''}..${to ?? ''}`];
  const kind = schema.enum?.join('|') ?? pattern ?? format ?? type;
  return [kind, ...range, ...(items === undefined ? [] : ['of', sayType(items)])].join(' ');
}

/** Where operations are not what the contract says, a line each: `get /apps: limit is heavy instead of read`. */
export function compareWithContract(
  operations: Readonly<Record<string, ContractRow>>,
  contract = CONTRACT,
): string[] {
  const names = [...new Set([...Object.keys(contract), ...Object.keys(operations)])];
  return names.flatMap((name) => {
    const [is, should] = [operations[name], contract[name]];
    if (should === undefined) return [`${name}: is not in the contract's table`];
    if (is === undefined) return [`${name}: is gone`];
    return (Object.keys(should) as (keyof ContractRow)[])
      .filter((property) => say(is[property]) !== say(should[property]))
      .map((property) => `${name}: ${property} is ${say(is[property])} instead of ${say(should[property])}`);
  });
}

function say(property: string | readonly string[] | null): string {
  return typeof property === 'object' && property !== null ? property.join(', ') : String(property);
}
