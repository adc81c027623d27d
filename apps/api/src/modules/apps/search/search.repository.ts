import { Injectable } from '@nestjs/common';
import {
  foldName,
  foldSymbol,
  nameKeys,
  nameNeighbours,
  nameTypos,
  toNameSkeleton,
} from '@slipway/name-matching';
import { type HeadStatement, highestApps, idOfAddress, PrismaService } from '@slipway/database';
import type { AppItems, AppListPage } from '../app-rows.types.js';
import { type SparklineSpan, withSparklines } from '../sparklines.sql.js';

/** An address, or the start of one. Fewer digits are shared by too many. */
const START_OF_ADDRESS = /^0x[0-9a-f]{6,40}$/i;

/** Characters of `0x` and 40 digits. */
const ADDRESS_LENGTH = 42;

/** A text in the forms that apps are compared by. */
export interface SearchKeys {
  /** The first and the last address that begin like the text; null when it is no start of one. */
  readonly addresses: readonly [first: string, last: string] | null;
  readonly symbolKey: string;
  readonly nameKey: string;
  /** All keys that make a name the same. */
  readonly nameKeys: readonly string[];
  readonly nameSkeleton: string;
  /** The neighbourhood of the name, its own hash first. */
  readonly neighbours: readonly number[];
  /** What the text may have been meant as, when it is mistyped. */
  readonly typos: readonly string[];
  /** The text in small letters as they are written: `m` and `rn` are told apart. */
  readonly written: string;
}

/** @param text of at most 64 characters */
export function toSearchKeys(text: string): SearchKeys {
  return {
    addresses: addressesFrom(text.trim()),
    symbolKey: foldSymbol(text),
    nameKey: foldName(text),
    nameKeys: nameKeys(text).filter((key) => key !== ''),
    nameSkeleton: toNameSkeleton(text),
    neighbours: nameNeighbours(text),
    typos: nameTypos(text),
    written: text.trim().toLowerCase(),
  };
}

function addressesFrom(text: string): SearchKeys['addresses'] {
  if (!START_OF_ADDRESS.test(text)) return null;
  return [text.padEnd(ADDRESS_LENGTH, '0'), text.padEnd(ADDRESS_LENGTH, 'f')];
}

/** Most apps that a spelling near the text's brings. */
const MOST_NEAR = 500;

/** Names, symbols and starts that no more apps than these share are read whole, and ranked. Anyone can launch more. */
const MOST = 5_000;

/**
 * Where more apps share a start, they are read in the order of rank until the page is full. So many are looked at. Of a million
 * apps one in two hundred shares the start then: a page of 20 takes some 4,000.
 */
const BUSIEST = 10_000;

/** Addresses that are read of those that begin alike. A stranger can make many of them hold tokens. */
const MOST_ADDRESSES = 2_000;

/** Apps that one spelling brings. */
const MOST_OF_SPELLING = 10;

/** A spelling this short is a word of its own, not the start of one. */
const SHORT_SPELLING = 3;

const IS_WORD = `(name.key = typo.key OR starts_with(name.key, typo.key || ' '))`;

const LAST = `U&'\\+10FFFF'`;

const isPrefix = (column: string, key: string): string =>
  `${key}::text <> '' AND ${column} >= ${key} AND ${column} < ${key} || ${LAST}`;

/** In keys `m` is `rn`. So a key that ends in `r` is also the start of names with an `m`, written without an `r`. */
const mayBeM = (key: string): string => `right(${key}::text, 1) = 'r'`;

const hasWritten = (name: string): string =>
  `strpos(' ' || regexp_replace(lower(${name}), '[^[:alnum:]]', ' ', 'g'), ' ' || $8::text) > 0`;

/** Apps whose key begins like another, the first of them by key. The look-alikes of `rn` are compared as they are written. */
const startsOf = (table: string, column: string, key: string, tier: number): string => `
        (SELECT token_id, ${tier} AS tier FROM ${table} WHERE ${key}::text <> '' AND ${column} >= ${key}
          AND ${column} < ${key} || CASE WHEN ${mayBeM(key)} THEN 'n' ELSE ${LAST} END ORDER BY ${column} LIMIT ${MOST})
        UNION ALL
        (SELECT token_id, ${tier} FROM ${table} WHERE ${mayBeM(key)} AND ${column} >= ${key} || 'o'
          AND ${column} < ${key} || ${LAST} ORDER BY ${column} LIMIT ${MOST})
        UNION ALL
        SELECT token_id, ${tier} FROM (
          SELECT token_id FROM ${table} WHERE ${mayBeM(key)} AND ${column} >= ${key} || 'n' AND ${column} < ${key} || 'o'
          ORDER BY ${column} LIMIT ${MOST}
        ) alike JOIN apps USING (token_id) WHERE ${hasWritten('apps.name')}`;

const spelled = (table: string, column: string): string =>
  `(SELECT token_id, ${column} AS key FROM ${table} WHERE ${isPrefix(column, 'typo.key')}
          ORDER BY ${column} LIMIT ${MOST_OF_SPELLING})`;

const BY_RANK = 'rank DESC, launch_block DESC, launch_log_index DESC';

const IS_HIDDEN = 'token_id IN (SELECT token_id FROM hidden)';

/** The first apps in the order of rank of which something holds. */
const highestOf = (tier: number, matches: string): string => `
      (SELECT token_id, ${tier} AS tier FROM (
        ${highestApps({ columns: 's.token_id', rank: 's.volume_usd_24h', where: 'true', limit: BUSIEST })}
      ) busiest JOIN apps a USING (token_id)
      WHERE NOT (${mayBeM('$3')} AND NOT ${hasWritten('a.name')}) AND (${matches}) AND NOT ${IS_HIDDEN}
      ORDER BY ${BY_RANK} LIMIT $6)`;

const STARTS_SO = `${isPrefix('a.name_key', '$3')} OR ${isPrefix('a.symbol_key', '$2')}`;

const HAS_WORD = `EXISTS (SELECT FROM app_words w WHERE w.token_id = a.token_id AND ${isPrefix('w.word', '$3')})`;

type SearchValues = [
  firstAddress: string | null,
  symbolKey: string,
  nameKey: string,
  nameKeys: readonly string[],
  neighbours: readonly number[],
  limit: number,
  nameSkeleton: string,
  written: string,
  lastAddress: string | null,
  typos: readonly string[],
];

export function searchValues(keys: SearchKeys, limit: number): SearchValues {
  const { addresses, symbolKey, nameKey, neighbours, nameSkeleton, written, typos } = keys;
  const [first, last] = addresses ?? [null, null];
  return [first, symbolKey, nameKey, keys.nameKeys, neighbours, limit, nameSkeleton, written, last, typos];
}

/**
 * Apps that a text may mean, best first, then by volume of 24 hours. $1 and $9 the first and last address that it may be the
 * start of (or null). $2 the text as a symbol's key, $3 as a name's key. $4 all keys of names that are the same, $5 its
 * neighbourhood, itself first. $6 most apps, $7 its skeleton, $8 as it is written, $10 what it may be a misspelling of. Each way
 * of matching is a look-up in an index, and bounded. Where the bound of starts cuts off, apps are read in the order of rank too,
 * so that rank decides. Misspellings are looked up only when the rest does not fill the page.
 */
export const SEARCH_APPS: HeadStatement<SearchValues, AppItems> = {
  name: 'search-apps',
  text: `
    WITH hidden AS MATERIALIZED (
      SELECT id AS token_id FROM (SELECT ${idOfAddress('x.token')} AS id FROM hidden_apps x) known WHERE id IS NOT NULL
    ), started AS MATERIALIZED (
      ${startsOf('apps', 'name_key', '$3', 2)}
      UNION ALL
      ${startsOf('app_words', 'word', '$3', 3)}
      UNION ALL
      (SELECT token_id, 2 FROM apps WHERE ${isPrefix('symbol_key', '$2')} ORDER BY symbol_key LIMIT ${MOST})
    ), cut_off AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE tier = 2) >= ${MOST} AS of_names, count(*) FILTER (WHERE tier = 3) >= ${MOST}
        AND count(DISTINCT token_id) FILTER (WHERE tier = 2 AND NOT ${IS_HIDDEN}) < $6 AS of_words FROM started
    ), busiest AS MATERIALIZED (
      SELECT token_id, tier FROM (${highestOf(2, STARTS_SO)}
      ) highest WHERE (SELECT of_names FROM cut_off)
      UNION ALL
      SELECT token_id, tier FROM (${highestOf(3, HAS_WORD)}
      ) highest WHERE (SELECT of_words FROM cut_off)
    ), filled AS MATERIALIZED (
      -- The tier from which on no start can be on the page: rank chose enough of better ones.
      SELECT CASE WHEN count(*) FILTER (WHERE tier = 2) >= $6 THEN 2 WHEN count(*) >= $6 THEN 3 ELSE 9 END AS from_tier FROM busiest
    ), meant AS MATERIALIZED (
      SELECT token_id, 0 AS tier FROM (
        SELECT id AS token_id FROM addresses
        WHERE bytes BETWEEN decode(substr($1::text, 3), 'hex') AND decode(substr($9::text, 3), 'hex')
        ORDER BY bytes LIMIT ${MOST_ADDRESSES}
      ) alike JOIN apps USING (token_id)
      UNION ALL
      (SELECT token_id, 0 FROM apps WHERE $2::text <> '' AND symbol_key = $2 LIMIT ${MOST})
      UNION ALL
      (SELECT token_id, 1 FROM apps WHERE name_key = ANY ($4::text[]) LIMIT ${MOST})
      UNION ALL
      (SELECT token_id, 1 FROM apps WHERE $7::text <> '' AND name_skeleton = $7 LIMIT ${MOST})
      UNION ALL
      SELECT token_id, tier FROM started WHERE tier < (SELECT from_tier FROM filled)
      UNION ALL
      SELECT token_id, tier FROM busiest
      UNION ALL
      -- One letter more or less, or else one letter other or elsewhere.
      (SELECT token_id, CASE WHEN $5::int[] @> name_neighbours[1:1] OR name_neighbours @> $5[1:1] THEN 4 ELSE 5 END
      FROM apps WHERE name_neighbours && $5 LIMIT ${MOST_NEAR})
    ), found AS MATERIALIZED (
      SELECT token_id, min(tier) AS tier FROM (
        SELECT token_id, tier FROM meant
        UNION ALL
        -- What begins with a whole word of such a spelling, or else in the midst of one.
        (SELECT token_id, CASE WHEN ${IS_WORD} THEN 6 ELSE 7 END
        FROM unnest($10::text[]) typo (key) CROSS JOIN LATERAL (
          ${spelled('apps', 'name_key')}
          UNION ALL
          ${spelled('app_words', 'word')}
        ) name
        WHERE (SELECT count(DISTINCT token_id) FROM meant) < $6 AND (length(typo.key) > ${SHORT_SPELLING} OR ${IS_WORD})
        LIMIT ${MOST_NEAR})
      ) matches
      GROUP BY token_id
    )
    SELECT h.*, to_json(m) AS context, (
      SELECT coalesce(json_agg(a ORDER BY page.place), '[]') FROM (
        SELECT found.token_id, row_number() OVER best AS place
        FROM found JOIN app_stats s ON s.token_id = found.token_id
        WHERE NOT found.${IS_HIDDEN}
        WINDOW best AS (ORDER BY found.tier, s.volume_usd_24h DESC, s.launch_block DESC, s.launch_log_index DESC)
        ORDER BY place LIMIT $6::int
      ) page JOIN app_rows a ON a.token_id = page.token_id
    ) AS items
    FROM indexed_head h CROSS JOIN market_context m`,
};

/** Finds apps. Null means that nothing is indexed yet. */
@Injectable()
export class SearchRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Apps that match, best first. */
  search(
    wanted: SearchKeys,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage | null> {
    return this.prisma.$runAsOf(withSparklines(SEARCH_APPS, sparkline), ...searchValues(wanted, limit));
  }
}
