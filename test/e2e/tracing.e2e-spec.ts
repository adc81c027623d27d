import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiProcess } from '../support/api-process.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { until } from '../support/until.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 is a server's, 3 a client's. */
  readonly kind: number;
  readonly attributes: readonly Attribute[];
}

interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

describe('OpenTelemetry', () => {
  let database: IndexedDatabase;
  let collector: Server;
  let endpoint: string;
  let received: Traces[];
  let paths: string[];
  let api: ApiProcess | undefined;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        paths.push(request.url ?? '');
        received.push(JSON.parse(Buffer.concat(chunks).toString()) as Traces);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    received = [];
    paths = [];
  });

  afterEach(async () => {
    await api?.stop();
  });

  afterAll(async () => {
    await new Promise((resolve) => collector.close(resolve));
    await database.close();
  });

  async function start(environment: Readonly<Record<string, string>>): Promise<ApiProcess> {
    api = await ApiProcess.start({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...environment });
    return api;
  }

  const spans = (): Span[] =>
    received.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  const attribute = ({ attributes }: Span, name: string): unknown => {
    const value = attributes.find(({ key }) => key === name)?.value;
    return value?.stringValue ?? value?.intValue;
  };

  it('traces a request to its statements, in the trace of its client, without what the client sent', async () => {
    const process = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      OTEL_SERVICE_NAME: 'slipway-test',
    });
    const token = database.tokens[0] ?? '';
    const response = await process.get(`/v1/apps/${token}`, {
      traceparent: `00-${TRACE}-${PARENT}-01`,
      'X-Request-Id': 'traced',
    });
    expect(response.status).toBe(200);
    await process.get(`/v1/apps?limit=3`);
    expect(await process.stop()).toBe(0);
    await until('the spans arrive', () => spans().length > 1);

    expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
    expect(received[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'slipway-test' },
    });
    // The other request was not its client's choice.
    expect(new Set(spans().map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const [request] = spans().filter(({ kind }) => kind === 2);
    expect(request).toMatchObject({ parentSpanId: PARENT, name: 'GET /v1/apps/:tokenAddress' });
    expect(attribute(request!, 'http.response.status_code')).toBe(200);
    expect(attribute(request!, 'slipway.request_id')).toBe('traced');
    const statements = spans().filter(({ kind }) => kind === 3);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(statement.parentSpanId).toBe(request?.spanId);
    expect(statements.map((statement) => attribute(statement, 'db.system.name'))).toContain('postgresql');
    expect(JSON.stringify(received).toLowerCase()).not.toContain(token.toLowerCase());
  });

  it("traces Prisma's own queries as statements", async () => {
    const process = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER: 'always_on',
    });
    expect((await process.get('/v1/auth/nonce')).status).toBe(200);
    expect(await process.stop()).toBe(0);
    await until('the spans arrive', () => spans().length > 1);
    const [request] = spans().filter(({ name }) => name === 'GET /v1/auth/nonce');
    const names = spans()
      .filter(({ parentSpanId }) => parentSpanId === request?.spanId)
      .map(({ name }) => name);
    expect(names).toContainEqual(expect.stringMatching(/^SignInNonce\.\w+$/));
  });

  it('samples by ratio, whatever clients ask for', async () => {
    const process = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0' });
    for (let sent = 0; sent < 20; sent += 1)
      await process.get(`/v1/apps?limit=${sent + 1}`, { traceparent: `00-${TRACE}-${PARENT}-01` });
    expect(await process.stop()).toBe(0);
    expect(received).toEqual([]);
  });

  it('sends nothing unless it is told where', async () => {
    const process = await start({ OTEL_TRACES_SAMPLER: 'always_on' });
    await process.get('/v1/apps');
    expect(await process.stop()).toBe(0);
    expect(received).toEqual([]);
  });

  it('serves on when the collector is away', async () => {
    const process = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER: 'always_on',
    });
    expect((await process.get('/v1/apps')).status).toBe(200);
    await process.stop();
  });
});
