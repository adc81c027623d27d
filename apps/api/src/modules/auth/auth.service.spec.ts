import { jest } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import type { AccessTokens, TokenAuthenticator } from '@slipway/auth';
import type { ContractSignatures } from '@slipway/chain';
import type { Settings } from '@slipway/settings';
import { toAddress } from '@slipway/domain';
import { stub } from '../../../../../test/support/service-ports.js';
import type { AuthRepository } from './auth.repository.js';
import { AuthService } from './auth.service.js';

const account = privateKeyToAccount(`0x${'5'.repeat(64)}`);
const stranger = privateKeyToAccount(`0x${'6'.repeat(64)}`);
const address = toAddress(account.address);
const asked = { address };
const settings = stub<Settings>({
  nodeEnv: 'production',
  publicBaseUrl: 'https://api.example.com/v1',
  port: 3_000,
  chainId: 31_337,
});
const setUp = () => {
  const findOrigins = jest.fn<AuthRepository['findOrigins']>().mockResolvedValue([]);
  const consumeNonce = jest.fn<AuthRepository['consumeNonce']>().mockResolvedValue(true);
  const isValid = jest.fn<ContractSignatures['isValid']>().mockResolvedValue(false);
  const repository = stub<AuthRepository>({
    findOrigins,
    consumeNonce,
    addNonce: () => Promise.resolve(new Date(Date.now() + 600_000)),
    isNonceOpen: () => Promise.resolve(true),
    spendContractCheck: () => Promise.resolve(true),
  });
  const issued = { wallet: address, jti: 'j', issuedAt: new Date(0), expiresAt: new Date(1_000) };
  const issue = jest.fn<AccessTokens['issue']>().mockReturnValue({ accessToken: 't', identity: issued });
  const service = new AuthService(
    settings,
    repository,
    stub<AccessTokens>({ issue }),
    stub<TokenAuthenticator>({}),
    stub<ContractSignatures>({ isValid }),
  );
  return { service, findOrigins, consumeNonce, isValid, issue };
};

describe('AuthService', () => {
  it('challenges for its own site unless another registered one is named', async () => {
    const { service, findOrigins } = setUp();
    const own = (await service.challenge(asked)).message;
    expect(own).toMatch(/^api\.example\.com wants[^]*URI: https:\/\/api\.example\.com\n/);
    findOrigins.mockResolvedValue(['https://app.example.com']);
    const { message } = await service.challenge({ ...asked, uri: 'https://app.example.com/login' });
    expect(message).toMatch(/^app\.example\.com wants[^]*URI: https:\/\/app\.example\.com\/login\n/);
  });

  it.each([
    ['another chain', { chainId: 1 }, 'wrong_chain', 'chainId'],
    ['a domain that is not registered', { domain: 'evil.example' }, 'domain_not_registered', 'domain'],
    ['a URI that is not registered', { uri: 'https://evil.example' }, 'domain_not_registered', 'uri'],
    [
      "a registered domain with a stranger's URI",
      { domain: 'api.example.com', uri: 'https://evil.example' },
      'domain_not_registered',
      'uri',
    ],
  ])('makes no challenge for %s', async (_what, changes, reason, path) => {
    await expect(setUp().service.challenge({ ...asked, ...changes })).rejects.toMatchObject({
      details: { reason, issues: [{ path }] },
    });
  });

  it('gives a token once for the message that it wrote, and none for other text', async () => {
    const { service, consumeNonce, issue } = setUp();
    const { message } = await service.challenge(asked);
    const signature = await account.signMessage({ message });
    expect(await service.signIn(message, signature)).toMatchObject({ accessToken: 't', address });
    consumeNonce.mockResolvedValue(false);
    await expect(service.signIn(message, signature)).rejects.toMatchObject({
      code: 'siwe_rejected',
      details: { reason: 'nonce_not_valid' },
    });
    await expect(service.signIn('hello', signature)).rejects.toMatchObject({ code: 'siwe_malformed' });
    expect(issue).toHaveBeenCalledTimes(1);
  });

  it('tells a wrong signature from a contract that could not be asked', async () => {
    const { service, isValid, consumeNonce } = setUp();
    const { message } = await service.challenge(asked);
    const signature = await stranger.signMessage({ message });
    await expect(service.signIn(message, signature)).rejects.toMatchObject({
      details: { reason: 'signature_not_valid' },
    });
    isValid.mockRejectedValue(new Error('away'));
    await expect(service.signIn(message, signature)).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(consumeNonce).not.toHaveBeenCalled();
  });
});
