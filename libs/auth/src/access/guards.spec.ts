import type { IncomingMessage } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';
import { ApiError, Operation, type Access, type Builder, type BuilderKeys } from '@slipway/http';
import { toAddress } from '@slipway/domain';
import type { TokenIdentity } from '../tokens/token-identity.js';
import { AddressOwnerGuard } from './address-owner.guard.js';
import { BuilderGuard } from './builder.guard.js';
import { BearerGuard } from './bearer.guard.js';
import type { TokenAuthenticator } from './token-authenticator.js';

const MINE = toAddress(`0x${'ab'.repeat(20)}`);
const OTHERS = toAddress(`0x${'12'.repeat(20)}`);
const IDENTITY: TokenIdentity = {
  wallet: MINE,
  jti: '2c1d9ba0-4c0d-4c8e-9d4f-0f7a5a3a1b2c',
  issuedAt: new Date(0),
  expiresAt: new Date(3_600_000),
};

/** Knows one good token, and counts how often it is asked. */
class OneTokenAuthenticator implements Pick<TokenAuthenticator, 'verifyNotRevoked'> {
  asked = 0;

  verifyNotRevoked({ headers }: IncomingMessage): Promise<TokenIdentity | null> {
    this.asked += 1;
    return Promise.resolve(headers.authorization === 'Bearer good' ? IDENTITY : null);
  }
}

async function decide(
  access: Access,
  authorization?: string,
  address?: string,
): Promise<{ verdict: string; asked: number }> {
  const authenticator = new OneTokenAuthenticator();
  const request = {
    headers: { ...(authorization !== undefined && { authorization }) },
    params: { ...(address !== undefined && { address }) },
  };
  const context = {
    getHandler: () => declared(access),
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  try {
    await new BearerGuard(authenticator as unknown as TokenAuthenticator).canActivate(context);
    new AddressOwnerGuard().canActivate(context);
    return { verdict: 'in', asked: authenticator.asked };
  } catch (error) {
    return { verdict: error instanceof ApiError ? error.code : String(error), asked: authenticator.asked };
  }
}

/** A handler that is declared an operation of some access. */
function declared(access: Access): unknown {
  const descriptor = { value: (): void => undefined };
  const options = {
    id: 'sample',
    status: 'proposed',
    limit: 'read',
    summary: 'S',
    description: 'S',
  } as const;
  Operation({ ...options, access })({}, 'sample', descriptor);
  return descriptor.value;
}

describe('BuilderGuard', () => {
  const builder = { name: 'acme', limits: { read: 1, heavy: 1 }, origins: [], isServer: true };

  function decideFor(access: Access, found: Builder | null): string {
    const keys = { ofRequest: () => found } as unknown as BuilderKeys;
    const context = {
      getHandler: () => declared(access),
      switchToHttp: () => ({ getRequest: () => ({}) }),
    } as unknown as ExecutionContext;
    try {
      return String(new BuilderGuard(keys).canActivate(context));
    } catch (error) {
      return error instanceof ApiError ? error.code : String(error);
    }
  }

  it.each([
    ['no key', null, 'unauthorized'],
    ['a key without webhooks', { ...builder, hasWebhooks: false }, 'forbidden'],
    ['a key with webhooks', { ...builder, hasWebhooks: true }, 'true'],
  ])('at a builder operation meets %s', (_what, found, verdict) => {
    expect(decideFor('builder', found)).toBe(verdict);
    expect(decideFor('public', found)).toBe('true');
  });
});

describe('BearerGuard and AddressOwnerGuard', () => {
  it.each([undefined, 'Bearer good', 'Bearer bad', 'Basic x'])(
    'lets everybody at a public operation, with %s, and checks no token',
    async (authorization) => {
      expect(await decide('public', authorization)).toEqual({ verdict: 'in', asked: 0 });
    },
  );

  it.each([
    [undefined, 'in'],
    ['', 'in'],
    ['Bearer good', 'in'],
    ['Bearer bad', 'unauthorized'],
    ['Basic Z29vZA==', 'unauthorized'],
    ['Bearer', 'unauthorized'],
  ])('at an optional operation meets %p with %s', async (authorization, verdict) => {
    expect((await decide('optional', authorization)).verdict).toBe(verdict);
  });

  it.each([
    [undefined, 'unauthorized'],
    ['Bearer bad', 'unauthorized'],
    ['Bearer good', 'in'],
  ])('at a bearer operation meets %p with %s', async (authorization, verdict) => {
    expect((await decide('bearer', authorization)).verdict).toBe(verdict);
  });

  it.each([
    ['a missing token before a bad path', undefined, '0x12', 'unauthorized'],
    ['a bad token before a bad path', 'Bearer bad', '0x12', 'unauthorized'],
    ['a bad path before ownership', 'Bearer good', '0x12', 'invalid_request'],
    ["another wallet's token", 'Bearer good', OTHERS, 'forbidden'],
    ['its own token', 'Bearer good', MINE, 'in'],
    ['its own token, path in lower case', 'Bearer good', MINE.toLowerCase(), 'in'],
    ['its own token, path in upper case', 'Bearer good', `0x${MINE.slice(2).toUpperCase()}`, 'in'],
    ['a route without {address}', 'Bearer good', undefined, 'invalid_request'],
  ])('at an owner operation checks %s', async (_what, authorization, address, verdict) => {
    expect((await decide('owner', authorization, address)).verdict).toBe(verdict);
  });
});
