import { RouteTable, toRoute } from './route-table.js';

function tableOf(): RouteTable {
  const routes = [
    toRoute('get', '/v1/apps'),
    toRoute('post', '/v1/apps'),
    toRoute('get', '/v1/apps/search'),
    toRoute('get', '/v1/apps/:tokenAddress'),
  ];
  return new RouteTable({ httpAdapter: { routes } } as unknown as ConstructorParameters<
    typeof RouteTable
  >[0]);
}

describe('RouteTable', () => {
  it.each([
    ['/v1/apps', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/apps/', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/apps/search', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/apps/0x1', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/apps/0x1/holders', []],
    ['/v1/APPS', []],
    ['/', []],
  ])('knows the methods of %s', (path, methods) => {
    expect(tableOf().methodsOf(path)).toEqual(methods);
  });

  it.each([
    ['GET', '/v1/apps', true],
    ['HEAD', '/v1/apps/search', true],
    ['POST', '/v1/apps/search', false],
    ['GET', '/v1/apps/%ZZ', true],
    ['GET', '/v1/%61pps', false],
    ['GET', '/%/%/%', false],
    ['GET', '/v1/apps//', false],
    ['GET', '/v1/apps/#/', false],
  ])('knows whether %s %s has a route', (method, path, isTaken) => {
    expect(tableOf().takes(method, path)).toBe(isTaken);
  });
});
