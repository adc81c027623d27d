import { HttpAdapterHost } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import { RouteTable } from './route-table.js';

function tableOf(): RouteTable {
  const app = express().enable('case sensitive routing');
  const handler = (): void => undefined;
  app.get('/v1/apps', handler);
  app.post('/v1/apps', handler);
  app.get('/v1/apps/search', handler);
  app.get('/v1/apps/:tokenAddress', handler);
  app.all('/health/live', handler);
  app.use('/v1', handler);
  const host = new HttpAdapterHost();
  host.httpAdapter = new ExpressAdapter(app);
  return new RouteTable(host);
}

describe('RouteTable', () => {
  it.each([
    ['/v1/apps', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/apps/', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/apps/search', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/apps/0x1', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/apps/0x1/holders', []],
    ['/v1/APPS', []],
    ['/health/live', []],
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
