import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../apps/api/src/app.module.js';
import { describeApi } from '../../apps/api/src/create-api.js';
import { loadSettings } from '@slipway/settings';
import { ERRORS, ERROR_CODES, HttpAdapter, findOperation, isInternal, type ErrorCode } from '@slipway/http';
import { inlineComponents } from '../../apps/api/src/openapi/json/inline-components.js';
import { CardModule } from '../support/app-without.js';
import { listRoutes, type DescribedRoute } from '../support/http/list-routes.js';
import { CARD, COMPOSITIONS } from './contract-table.js';

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly requestBody?: object;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
  }[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: object; readonly content?: object }>
  >;
  readonly 'x-service-status': string;
  readonly 'x-rate-limit-class': string;
  readonly 'x-feature-flag'?: string;
}

interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const TAGS = [
  'Apps',
  'Preflight',
  'Trading',
  'Market',
  'Integrations',
  'Pictures',
  'Stream',
  'Webhooks',
  'Portfolio',
  'Rewards',
  'Config',
  'Auth',
];
const STABLE = ['get /apps', 'get /apps/{tokenAddress}', 'get /prices'];

/** docs/http-contract.md section 4, as it is written there. */
const CONTRACT_CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_request', 'malformed_json', 'siwe_malformed'],
  401: ['unauthorized', 'siwe_rejected'],
  403: ['forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  431: ['headers_too_large'],
  // Without an operation of ours: what Nest's own exceptions of these statuses are called.
  409: ['nothing_to_claim', 'stale_root', 'claim_unsafe', 'quote_moved', 'conflict'],
  410: ['gone'],
  422: ['unprocessable', 'block_not_final'],
  429: ['rate_limited'],
  500: ['internal_error'],
  501: ['not_implemented'],
  503: ['service_unavailable', 'upstream_unavailable'],
};

const written = JSON.parse(
  readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8'),
) as Description;
const committed = inlineComponents(written);

const described = Object.entries(committed.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ key: `${method} ${path}`, operation })),
);

describe('the description', () => {
  it('has of the card what the card says alone', async () => {
    const made = (await describeApi(CardModule, loadSettings({}).publicBaseUrl)).get('openapi.json')?.();
    const alone = inlineComponents(JSON.parse(JSON.stringify(made)) as Description);
    const operations = Object.entries(alone.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation]),
    );
    expect(operations.map(([key]) => key).sort()).toEqual(Object.keys(CARD).sort());
    expect(committed.paths).toMatchObject(alone.paths);
    expect(committed.components.schemas).toMatchObject(alone.components.schemas);
  });

  it('is what the code says', async () => {
    const described = await describeApi(AppModule, loadSettings({}).publicBaseUrl);
    const built = described.get('openapi.json')?.();
    expect(written).toEqual(JSON.parse(JSON.stringify(built)));
  });

  it('is OpenAPI 3.1.0 of interface 0.1.0, for one server, with optional bearer security', () => {
    expect([committed.openapi, committed.info.version]).toEqual(['3.1.0', '0.1.0']);
    expect(committed.servers).toEqual([
      { url: 'http://localhost:3000/v1', description: 'production server' },
    ]);
    expect(committed.security).toEqual([{}, { bearerAuth: [] }]);
    expect(committed.tags.map(({ name }) => name)).toEqual(TAGS);
  });

  it('lists every error code, with the status of the contract, and no other', () => {
    const rows = [...committed.info.description.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)];
    const documented = Object.fromEntries(rows.map(([, status, code]) => [code, Number(status)]));
    const registry = Object.fromEntries(ERROR_CODES.map((code) => [code, ERRORS[code].status]));
    const contract = Object.fromEntries(
      Object.entries(CONTRACT_CODES).flatMap(([status, codes]) =>
        codes.map((code) => [code, Number(status)]),
      ),
    );
    expect(documented).toEqual(registry);
    expect(registry).toEqual(contract);
  });

  it('gives the error envelope exactly as it was given', () => {
    const { Error: envelope, ErrorBody: body } = committed.components.schemas;
    expect(envelope).toMatchObject({
      required: ['error'],
      properties: { error: { $ref: '#/components/schemas/ErrorBody' } },
    });
    expect(body).toMatchObject({
      required: ['code', 'message', 'details'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
    });
    expect(JSON.stringify(body)).not.toContain('"enum"');
  });
});

describe.each(COMPOSITIONS)('every route of $of', ({ root, contract }) => {
  let routes: DescribedRoute[];

  beforeAll(async () => {
    const settings = { preview: true, logger: false, abortOnError: false } as const;
    routes = listRoutes(await NestFactory.create(root, new HttpAdapter(), settings));
  });

  it('is an operation or declared to be none', () => {
    const undeclared = routes.filter(
      ({ handler }) => (findOperation(handler) === undefined) !== isInternal(handler),
    );
    expect(undeclared.map(({ name }) => name)).toEqual([]);
    expect(routes.length).toBeGreaterThan(STABLE.length);
  });

  it('that is an operation is described, and nothing else is', () => {
    const operations = routes.filter(({ handler }) => findOperation(handler) !== undefined);
    const keys = operations.map(({ method, path }) => `${method} ${path}`);
    expect(keys.sort()).toEqual(Object.keys(contract).sort());
  });

  it('is described as its declaration says', () => {
    for (const { method, path, handler } of routes) {
      const metadata = findOperation(handler);
      if (metadata === undefined) continue;
      const operation = described.find(({ key }) => key === `${method} ${path}`)?.operation;
      const isClosed = metadata.access === 'owner' || metadata.access === 'bearer';
      expect(operation).toMatchObject({
        operationId: metadata.id,
        'x-service-status': metadata.status,
        'x-rate-limit-class': metadata.limit,
      });
      const ofBuilder = metadata.access === 'builder' ? [{ builderKey: [] }] : undefined;
      expect(operation?.security).toEqual(isClosed ? [{ bearerAuth: [] }] : ofBuilder);
      expect(operation?.['x-feature-flag']).toBe(metadata.flag ?? undefined);
      if (metadata.flag !== null)
        expect(operation?.description).toContain(`\`details.feature: "${metadata.flag}"\``);
    }
  });
});

describe.each(described)('$key', ({ key, operation }) => {
  it('has id, one tag, summary, description and a documented status and class', () => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.tags).toHaveLength(1);
    expect(TAGS).toContain(operation.tags[0]);
    expect([operation.summary, operation.description]).not.toContain('');
    expect(operation['x-service-status']).toBe(STABLE.includes(key) ? 'stable' : 'proposed');
    expect(['read', 'heavy']).toContain(operation['x-rate-limit-class']);
    for (const { name, description = '' } of operation.parameters ?? [])
      expect([name, description]).not.toContain('');
  });

  it('declares every status it can respond with, with codes of that status and the envelope', () => {
    const { responses } = operation;
    const isUdf = key.includes('/integrations/tradingview/');
    const always = ['400', '408', '429', '431', '500', '503'];
    const input = operation.requestBody === undefined ? [] : ['413', '415'];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([...always, ...input]));
    for (const [status, response] of Object.entries(responses)) {
      const headers = Object.keys(response.headers ?? {});
      if (status === '304') continue;
      if (Number(status) < 400) {
        expect(headers).toEqual(expect.arrayContaining(['X-Request-Id', 'Cache-Control']));
        continue;
      }
      if (status === '401') expect(headers).toContain('WWW-Authenticate');
      if (status === '429') expect(headers).toEqual(expect.arrayContaining(['RateLimit', 'Retry-After']));
      const codes = [...response.description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => code as ErrorCode);
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) expect(ERRORS[code].status).toBe(Number(status));
      expect(response.content).toMatchObject({
        'application/json': { schema: { $ref: `#/components/schemas/${isUdf ? 'UdfError' : 'Error'}` } },
      });
    }
  });
});

it('all operation ids differ', () => {
  const ids = described.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('the stable operations are exactly those of the contract', () => {
  const stable = described.filter(({ operation }) => operation['x-service-status'] === 'stable');
  expect(stable.map(({ key }) => key).sort()).toEqual(STABLE);
});
