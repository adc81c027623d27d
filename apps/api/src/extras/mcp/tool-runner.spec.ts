import type { IncomingMessage } from 'node:http';
import type { Flags } from '@slipway/flags';
import {
  ApiError,
  CursorAheadError,
  FreshReads,
  InvalidRequestError,
  type ErrorResponder,
  type PrimaryReads,
} from '@slipway/http';
import type { Settings } from '@slipway/settings';
import { HEAD } from '../../../../../test/support/service-ports.js';
import { ToolInput } from './dto/tool-input.dto.js';
import { compileShape } from './schemas/result-shape.js';
import type { ToolSchemas } from './schemas/tool-schemas.js';
import { defineTool } from './tools/tool.js';
import type { McpTools } from './tools/mcp-tools.js';
import { ToolRunner, toErrorResult } from './tool-runner.js';

describe('ToolRunner on a standby that lags', () => {
  let places: string[];
  let place: 'standby' | 'primary';

  beforeEach(() => {
    places = [];
    place = 'standby';
  });

  const primary: PrimaryReads = {
    isInside: () => false,
    areElsewhere: () => true,
    block: () => Promise.resolve(HEAD.block + 2n),
    run: (work) => {
      place = 'primary';
      return work();
    },
  };

  function run(
    headers: Readonly<Record<string, string>>,
    isCursorAhead: boolean,
  ): ReturnType<ToolRunner['run']> {
    const tool = defineTool({
      name: 'read',
      title: 'Read',
      description: '',
      limit: 'read',
      access: 'public',
      input: ToolInput,
      output: Object,
      run: () => {
        places.push(place);
        if (isCursorAhead && place === 'standby') throw new CursorAheadError(() => true);
        return Promise.resolve({ asOf: HEAD, body: {} });
      },
    });
    const shape = compileShape({ properties: { asOf: {} } }, new Set());
    const runner = new ToolRunner(
      { find: () => tool } as unknown as McpTools,
      { of: () => Promise.resolve({ shape, defaultLimit: 0 }) } as unknown as ToolSchemas,
      {} as Flags,
      {} as Settings,
      { toApiError: (_: unknown, error: unknown) => error } as unknown as ErrorResponder,
      new FreshReads({ current: () => HEAD }, primary),
    );
    const request = { headers } as unknown as IncomingMessage;
    return runner.run('read', {}, { request, wallet: null, refusal: null });
  }

  it('reads a page of a later head from the primary', async () => {
    expect((await run({}, true)).isError).toBeUndefined();
    expect(places).toEqual(['standby', 'primary']);
  });

  it('reads at X-Min-Block or later', async () => {
    expect((await run({ 'x-min-block': String(HEAD.block) }, false)).isError).toBeUndefined();
    expect((await run({ 'x-min-block': String(HEAD.block + 1n) }, false)).isError).toBeUndefined();
    expect(places).toEqual(['standby', 'primary']);
  });

  it.each(['x', String(HEAD.block + 9n)])('tells the model that X-Min-Block cannot be %s', async (block) => {
    const { isError, content } = await run({ 'x-min-block': block }, false);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/invalid_request.*X-Min-Block/);
    expect(places).toEqual([]);
  });
});

describe('toErrorResult', () => {
  const names = (many: number, point: string): string[] =>
    Array.from({ length: many }, (_, i) => point.repeat(64) + String(i));

  it.each([
    [
      'unknown names',
      new InvalidRequestError(
        names(100, '\u{1F680}').map((path) => ({ path, message: 'is not a parameter of this operation' })),
        'cursor_invalid',
      ),
      'issues',
    ],
    [
      'unknown programs',
      new ApiError('not_found', { details: { programIds: names(100, 'a') } }),
      'programIds',
    ],
  ])('tells of %s in 4 KB at most, the first ten of them', (_, error, list) => {
    const [content] = toErrorResult(error, 'https://api.example/v1').content as unknown as [
      { readonly text: string },
    ];
    expect(Buffer.byteLength(content.text)).toBeLessThanOrEqual(4_096);
    const { details } = (JSON.parse(content.text) as { error: { details: Record<string, unknown[]> } }).error;
    expect(details[list]).toEqual((error.details[list] as unknown[]).slice(0, 10));
  });
});
