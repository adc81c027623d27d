import { readFileSync } from 'node:fs';
import type { Provider, Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { HttpAdapter, findOperation } from '@slipway/http';
import { inlineComponents } from '../../apps/api/src/openapi/json/inline-components.js';
import { listRoutes, type DescribedRoute } from '../support/http/list-routes.js';
import { COMPOSITIONS, compareWithContract, sayQuery, type ContractRow } from './contract-table.js';

interface Described {
  readonly parameters?: Parameters<typeof sayQuery>[0];
}

const { paths } = inlineComponents(
  JSON.parse(readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  },
);

/** What the code declares, in the words of the contract. */
function declared(routes: readonly DescribedRoute[]): Record<string, ContractRow> {
  return Object.fromEntries(
    routes.flatMap(({ method, path, handler }) => {
      const operation = findOperation(handler);
      if (operation === undefined) return [];
      const { status, access, limit, caching, flag, errors } = operation;
      const query = sayQuery(paths[path]?.[method]?.parameters);
      return [[`${method} ${path}`, { status, access, limit, caching, flag, errors, query }]];
    }),
  );
}

/** Where a route fills in something else than its description says, `sort: newest instead of trending`. */
function findOtherDefaults({ controller, name }: DescribedRoute, { parameters = [] }: Described): string[] {
  const method = name.slice(name.indexOf('.') + 1);
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as Type[];
  const isOurs = (type: unknown): type is Type<object> =>
    typeof type === 'function' && type.name.endsWith('Dto');
  const filledIn = Object.assign({}, ...types.filter(isOurs).map((type) => new type())) as object;
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name: key, schema }) => [key, (filledIn as Record<string, unknown>)[key], schema.default] as const,
    )
    .filter(([, is, should]) => is !== should)
    .map(([key, is, should]) => `${key}: ${String(is)} instead of ${String(should)}`);
}

describe.each(COMPOSITIONS)("the contract's table of access, of $of", ({ root, contract }) => {
  let routes: DescribedRoute[];
  let operations: Record<string, ContractRow>;

  beforeAll(async () => {
    const settings = { preview: true, logger: false, abortOnError: false } as const;
    routes = listRoutes(await NestFactory.create(root, new HttpAdapter(), settings));
    operations = declared(routes);
  });

  it('is what the code declares', () => {
    expect(compareWithContract(operations, contract)).toEqual([]);
  });

  it('is kept by guards, which ask in this order', () => {
    const providers = Reflect.getMetadata('providers', root) as readonly Provider[];
    const guards = providers.flatMap((provider) =>
      'provide' in provider && provider.provide === APP_GUARD && 'useClass' in provider
        ? [provider.useClass.name]
        : [],
    );
    expect(guards).toEqual([
      'RateLimitGuard',
      'BearerGuard',
      'AddressOwnerGuard',
      'BuilderGuard',
      'FeatureGuard',
    ]);
  });

  it.each<[string, Partial<ContractRow>, string]>([
    ['get /portfolio/{address}', { access: 'public' }, 'access is public instead of owner'],
    ['get /auth/session', { access: 'optional' }, 'access is optional instead of bearer'],
    ['get /rewards/{address}', { caching: 'block' }, 'caching is block instead of private'],
    ['get /auth/nonce', { caching: 'revalidate' }, 'caching is revalidate instead of private'],
    ['get /apps', { limit: 'heavy' }, 'limit is heavy instead of read'],
    ['get /apps', { flag: 'search' }, 'flag is search instead of null'],
    ['get /apps', { status: 'proposed' }, 'status is proposed instead of stable'],
    ['get /leaderboards/{board}', { flag: null }, 'flag is null instead of leaderboards'],
    ['get /prices', { errors: ['not_found'] }, 'errors is not_found instead of upstream_unavailable'],
  ])('tells of %s with %j', (name, change, mistake) => {
    const changed = { ...operations, [name]: { ...operations[name]!, ...change } };
    expect(compareWithContract(changed, contract)).toEqual([`${name}: ${mistake}`]);
  });

  it.each([
    ['another default', 'sort = trending', 'sort = newest'],
    ['another order', 'trending|newest', 'newest|trending'],
    ['another length of a page', 'limit = 20', 'limit = 50'],
    ['a parameter that is required', 'creator ', 'creator! '],
  ])('tells of a stable operation with %s', (_name, was, is) => {
    const query = operations['get /apps']!.query.map((parameter) => parameter.replace(was, is));
    const changed = { ...operations, 'get /apps': { ...operations['get /apps']!, query } };
    expect(compareWithContract(changed, contract)).toEqual([expect.stringMatching(/^get \/apps: query is /)]);
  });

  it('has the defaults that requests get', () => {
    const mistakes = routes.flatMap((route) => {
      const described = paths[route.path]?.[route.method];
      return described === undefined ? [] : findOtherDefaults(route, described);
    });
    expect(mistakes).toEqual([]);
  });

  it('tells of a default that requests do not get', () => {
    const route = routes.find(({ method, path }) => method === 'get' && path === '/apps')!;
    const { parameters = [] } = paths['/apps']!['get']!;
    const changed = parameters.map((parameter) =>
      parameter.name === 'sort'
        ? { ...parameter, schema: { ...parameter.schema, default: 'newest' } }
        : parameter,
    );
    expect(findOtherDefaults(route, { parameters: changed })).toEqual(['sort: trending instead of newest']);
  });

  it('tells of an operation too many, and of one that is gone', () => {
    const { 'get /apps': apps, ...others } = operations;
    expect(compareWithContract({ ...others, 'get /aps': apps! }, contract)).toEqual([
      'get /apps: is gone',
      "get /aps: is not in the contract's table",
    ]);
    expect(Object.keys(contract)).toContain('get /apps');
  });
});
