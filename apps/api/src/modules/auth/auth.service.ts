import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Hex } from 'viem';
import { AccessTokens, TokenAuthenticator, TOKEN_LIFETIME_SECONDS, type TokenIdentity } from '@slipway/auth';
import { ContractSignatures } from '@slipway/chain';
import { ApiError, InvalidRequestError } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { parseUrl, systemClock, toAddress } from '@slipway/domain';
import { AuthRepository } from './auth.repository.js';
import type { AccessTokenDto, ChallengeDto, ChallengeRequestDto, NonceDto, SessionDto } from './auth.dto.js';
import { SignInVerifier } from './sign-in-verifier.js';
import { builtInOrigins, originOfUri, originsOfDomain, type BuiltInOrigins } from './registered-origins.js';
import {
  parseSignInMessage,
  SignInMessageError,
  writeSignInMessage,
  type ChallengeFields,
  type SignInMessage,
} from './sign-in-message.js';

const NOT_IN_GRAMMAR = 'is not written as RFC 3986 wants it, in ASCII';

const NONCE_LIFETIME_SECONDS = 600;

/** docs/http-contract.md section 5: a message is from the last ten minutes, or from a clock that is up to a minute ahead. */
const ISSUED_AT_WINDOW = { maxAgeMs: 10 * 60_000, maxAheadMs: 60_000 };

@Injectable()
export class AuthService {
  private readonly origins: BuiltInOrigins;
  private readonly verifier = new SignInVerifier({
    findRegistered: (origins) => this.findRegistered(origins),
    isNonceOpen: (nonce) => this.repository.isNonceOpen(nonce),
    spendContractCheck: (nonce) => this.repository.spendContractCheck(nonce),
    consumeNonce: (nonce) => this.repository.consumeNonce(nonce),
    isContractSignature: (wallet, hash, signature) => this.isContractSignature(wallet, hash, signature),
  });

  constructor(
    private readonly settings: Settings,
    private readonly repository: AuthRepository,
    private readonly tokens: AccessTokens,
    private readonly authenticator: TokenAuthenticator,
    private readonly contracts: ContractSignatures,
  ) {
    this.origins = builtInOrigins(settings);
  }

  /**
   * @param origin - the page that asks, as its browser says; undefined for other clients
   * @throws InvalidRequestError for a site that is not registered, or another chain
   * @throws ApiError `forbidden` when a page of another origin asks
   */
  async challenge(request: ChallengeRequestDto, origin?: string): Promise<ChallengeDto> {
    const site = await this.chooseSite(request, origin);
    expectOrigin(site.uri, origin);
    const { nonce, expiresAt } = await this.createNonce();
    const message = writeMessage({
      ...site,
      address: request.address,
      chainId: this.settings.chainId,
      nonce,
      issuedAt: systemClock.now(),
      expirationTime: new Date(expiresAt),
    });
    return { message, nonce, expiresAt };
  }

  async createNonce(): Promise<NonceDto> {
    // EIP-4361 wants at least eight letters and digits; these are 128 random bits.
    const nonce = randomBytes(16).toString('hex');
    const expiresAt = await this.repository.addNonce(nonce, NONCE_LIFETIME_SECONDS);
    return { nonce, expiresAt: expiresAt.toISOString() };
  }

  /**
   * @param origin - the page that asks, as its browser says; undefined for other clients
   * @throws ApiError `siwe_malformed`, `forbidden`, `siwe_rejected`, `upstream_unavailable`
   */
  async signIn(text: string, signature: Hex, origin?: string): Promise<AccessTokenDto> {
    const message = readMessage(text);
    expectOrigin(message.uri, origin);
    const reason = await this.verifier.refuse(
      { text, message, signature },
      { chainId: this.settings.chainId, now: systemClock.now(), issuedAt: ISSUED_AT_WINDOW },
    );
    if (reason !== null) throw new ApiError('siwe_rejected', { details: { reason } });
    const { accessToken, identity } = this.tokens.issue(toAddress(message.address));
    return {
      accessToken,
      tokenType: 'Bearer',
      expiresIn: TOKEN_LIFETIME_SECONDS,
      expiresAt: identity.expiresAt.toISOString(),
      address: identity.wallet,
    };
  }

  toSession({ wallet, issuedAt, expiresAt }: TokenIdentity): SessionDto {
    return { address: wallet, issuedAt: issuedAt.toISOString(), expiresAt: expiresAt.toISOString() };
  }

  signOut(identity: TokenIdentity): Promise<void> {
    return this.authenticator.revoke(identity);
  }

  private async chooseSite(
    request: ChallengeRequestDto,
    page?: string,
  ): Promise<{ domain: string; uri: string }> {
    if (request.chainId !== undefined && request.chainId !== this.settings.chainId) {
      const message = `must be ${this.settings.chainId}`;
      throw new InvalidRequestError([{ path: 'chainId', message }], 'wrong_chain');
    }
    const isNamed = request.domain !== undefined || request.uri !== undefined;
    if (!isNamed && page !== undefined && (await this.findRegistered([page])).has(page)) {
      return { domain: hostOf(page), uri: page };
    }
    const domain = request.domain ?? hostOf(request.uri ?? this.origins.own);
    const domains = originsOfDomain({ scheme: null, domain });
    const registered = await this.findRegistered(domains);
    const [origin] = domains.filter((one) => registered.has(one));
    if (origin === undefined) throw notRegistered(request.domain === undefined ? 'uri' : 'domain');
    const uri = request.uri ?? origin;
    const target = originOfUri(uri);
    if (target === null || !(await this.findRegistered([target])).has(target)) throw notRegistered('uri');
    return { domain, uri };
  }

  /** Which of some origins are registered: by operators, with a builder's key, or as this service's own. */
  async findRegistered(origins: readonly string[]): Promise<ReadonlySet<string>> {
    const builtIn = origins.filter((origin) => this.origins.has(origin));
    const others = origins.filter((origin) => !this.origins.has(origin));
    const found = others.length === 0 ? [] : await this.repository.findOrigins(others);
    return new Set([...builtIn, ...found]);
  }

  private async isContractSignature(...call: Parameters<ContractSignatures['isValid']>): Promise<boolean> {
    try {
      return await this.contracts.isValid(...call);
    } catch (error) {
      throw new ApiError('upstream_unavailable', { cause: error });
    }
  }
}

/** A foreign page must not have a message for another site signed: browsers say which page asks (docs/http-contract.md section 5). */
function expectOrigin(uri: string, origin: string | undefined): void {
  if (origin === undefined || originOfUri(uri) === origin) return;
  throw new ApiError('forbidden', {
    message: 'A page may sign in to its own origin only.',
    details: { reason: 'origin_mismatch' },
  });
}

/** @throws ApiError `siwe_malformed`, which names the line */
function readMessage(text: string): SignInMessage {
  try {
    return parseSignInMessage(text);
  } catch (error) {
    if (!(error instanceof SignInMessageError)) throw error;
    throw new ApiError('siwe_malformed', {
      details: { issues: [{ path: 'message', message: error.message }] },
    });
  }
}

/** Browsers take more characters in a URL than RFC 3986 does. @throws InvalidRequestError */
function writeMessage(fields: ChallengeFields): string {
  try {
    return writeSignInMessage(fields);
  } catch (error) {
    if (!(error instanceof SignInMessageError)) throw error;
    throw new InvalidRequestError([{ path: error.line === 1 ? 'domain' : 'uri', message: NOT_IN_GRAMMAR }]);
  }
}

function hostOf(uri: string): string {
  return parseUrl(uri)?.host ?? '';
}

function notRegistered(path: 'domain' | 'uri'): InvalidRequestError {
  return new InvalidRequestError(
    [{ path, message: 'does not belong to a registered site' }],
    'domain_not_registered',
  );
}
