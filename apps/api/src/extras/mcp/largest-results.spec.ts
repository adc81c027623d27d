import { isObject, textOf, type Json, type JsonObject } from '../../openapi/json/json.js';
import { QUOTES_UNTRUSTED, UNTRUSTED } from '../../openapi/api-properties.js';
import { SIGNING_WARNING_CODES, toSigningWarnings } from '../../modules/market/curves/curves.dto.js';
import { McpTools } from './tools/mcp-tools.js';
import { describeClasses, schemaNameOf, ToolSchemas } from './schemas/tool-schemas.js';
import type { NamedSchemas } from './schemas/compact-schema.js';
import { toResult, type ToolResult } from './tool-result.js';
import type { Tool } from './tools/tool.js';
import { AppTools } from './tools/app-tools.js';
import { MarketTools } from './tools/market-tools.js';
import { SigningTools } from './tools/signing-tools.js';
import { WalletTools } from './tools/wallet-tools.js';

const MOST_BYTES = 4_096;
const AS_OF = {
  block: 9_007_199_254_740_991n,
  time: new Date('2026-11-24T00:00:00Z'),
  hash: '7',
  version: '7',
};

/** As long as what it encodes: the bound leaves it out. */
const CALLDATA = `0x${'ab'.repeat(15_872)}`;

/** The longest values of each form that schemas name. */
const BY_FORM: Readonly<Record<string, string>> = {
  '^0x[a-fA-F0-9]{40}$': `0x${'A'.repeat(40)}`,
  '^0x[a-f0-9]{64}$': `0x${'a'.repeat(64)}`,
  '^(0|[1-9][0-9]*)$': '9'.repeat(78),
  '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$': `${'9'.repeat(78)}.${'9'.repeat(18)}`,
  'date-time': '2026-11-24T00:00:00.000Z',
};

/** The longest values of properties without a form. A cursor has at most 512 characters, or is refused. */
const BY_NAME: Readonly<Record<string, string>> = {
  nextCursor: 'a'.repeat(512),
  address: `0x${'A'.repeat(40)}`,
  to: `0x${'A'.repeat(40)}`,
  tokenAddress: `0x${'A'.repeat(40)}`,
  balance: '9'.repeat(78),
  claimable: '9'.repeat(78),
  estimatedPlatformCost: '9'.repeat(78),
  programId: 'a'.repeat(64),
  code: 'unsupported_characters',
  field: 'description',
  selector: '0x12345678',
  functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
  value: '0',
  data: CALLDATA,
  message: toSigningWarnings(SIGNING_WARNING_CODES).reduce(
    (longest, { message }) => (message.length > longest.length ? message : longest),
    '',
  ),
};

/** How many items a list has that no `limit` bounds. Of a candidate all rules together find so many things at most. */
const MOST_ITEMS: Readonly<Record<string, number>> = {
  amounts: 3,
  warnings: 6,
  errors: 13,
  'check_launch.calls': 2,
  'prepare_trade.calls': 2,
};

/** Strangers' texts: code points take six bytes in JSON at most, and others four of UTF-8. */
const HOSTILE = ['\u0001', '\ud800', '\u{1F680}', '"', 'a', ''].map((point) => point.repeat(2_000));

const SCHEMAS = '#/components/schemas/';

describe('the largest result', () => {
  const unasked = {} as never;
  const tools = new McpTools(
    new AppTools(unasked, unasked, unasked, unasked, unasked),
    new MarketTools(unasked, unasked, unasked, unasked),
    new SigningTools(unasked, unasked),
    new WalletTools(unasked, unasked, unasked),
  );
  const schemas = new ToolSchemas(tools);
  let classes: NamedSchemas;

  beforeAll(async () => {
    classes = await describeClasses(tools.all.map(({ output }) => output));
  });

  async function resultOf(tool: Tool, text: string, showsUntrusted = true): Promise<ToolResult> {
    const { shape, defaultLimit } = await schemas.of(tool.name);
    const body = largest(tool, defaultLimit, text);
    return toResult({ asOf: AS_OF, body }, { shape, fields: null, isLongAsked: false, showsUntrusted });
  }

  /** A body whose every value is as long as its class allows, with a text wherever a stranger's may stand. */
  function largest(tool: Tool, limit: number, text: string): JsonObject {
    const fill = (name: string, value: Json): Json => {
      if (!isObject(value)) throw new TypeError(`${name} has no schema`);
      const { $ref, allOf, anyOf, items, properties, enum: words, type, pattern, format } = value;
      const [first = null] = (allOf ?? anyOf ?? []) as readonly Json[];
      if (typeof $ref === 'string') return fill(name, classes[$ref.slice(SCHEMAS.length)] ?? null);
      if (first !== null) return fill(name, first);
      if (value[UNTRUSTED] === true) return text;
      if (value[QUOTES_UNTRUSTED] === true) return `Pay for at least "${text.replaceAll('"', '')}".`;
      if (items !== undefined) {
        const most = MOST_ITEMS[`${tool.name}.${name}`] ?? MOST_ITEMS[name] ?? limit;
        return Array.from({ length: most }, () => fill(name, items));
      }
      if (isObject(properties))
        return Object.fromEntries(
          Object.entries(properties)
            .filter(([key]) => !tool.omitted?.includes(key))
            .map(([key, part]) => [key, fill(key, part)]),
        );
      const types = [type].flat();
      if (Array.isArray(words))
        return (words as readonly Json[]).reduce((a, b) => (textOf(b).length > textOf(a).length ? b : a));
      if (types.includes('boolean')) return false;
      if (types.includes('integer')) return Number.MAX_SAFE_INTEGER;
      if (types.includes('number')) return -1.23456789012345e-300;
      const longest = BY_FORM[textOf(pattern ?? format ?? '')] ?? BY_NAME[name];
      if (longest === undefined) throw new TypeError(`${tool.name}: how long is ${name}?`);
      return longest;
    };
    return fill('', classes[schemaNameOf(tool.output)] ?? null) as JsonObject;
  }

  it.each(tools.all.map((tool) => [tool.name, tool] as const))(
    '%s takes 4 KB at most, unless more is asked for',
    async (_, tool) => {
      for (const text of HOSTILE) {
        const { text: told, structuredContent } = await resultOf(tool, text);
        expect(JSON.parse(told)).toEqual(structuredContent);
        expect(Buffer.byteLength(told.replaceAll(CALLDATA, ''))).toBeLessThanOrEqual(MOST_BYTES);
      }
    },
  );

  it('find_apps still has the start of each name', async () => {
    const { structuredContent } = await resultOf(tools.find('find_apps')!, HOSTILE[0]!);
    for (const app of structuredContent['apps'] as JsonObject[])
      expect(app['untrusted']).toMatchObject({ name: `${HOSTILE[0]!.slice(0, 10)}…` });
  });

  it.each(tools.all.map((tool) => [tool.name, tool] as const))(
    '%s has nothing that is marked as a stranger’s where operators leave that out, and all the rest',
    async (_, tool) => {
      const all = await resultOf(tool, 'Atlas');
      const { structuredContent } = await resultOf(tool, 'Atlas', false);
      const rest = JSON.parse(all.text, (key, value: Json) =>
        key === 'untrusted' ? undefined : value,
      ) as Json;
      expect(structuredContent).toEqual(rest);
      expect(JSON.stringify(structuredContent)).not.toContain('Atlas');
    },
  );
});
