import type { IncomingMessage } from 'node:http';
import { Body, Controller, Get, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type PublicJwk, SigningKeySet, type TokenIdentity } from '@slipway/auth';
import { Internal, Operation } from '@slipway/http';
import { systemClock } from '@slipway/domain';
import { AuthService } from './auth.service.js';
import {
  AccessTokenDto,
  ChallengeDto,
  ChallengeRequestDto,
  NonceDto,
  SessionDto,
  TokenRequestDto,
} from './auth.dto.js';

const signIn = { status: 'proposed', limit: 'read', caching: 'private' } as const;

@ApiTags('Auth')
@Controller('auth')
export class AuthController {
  constructor(private readonly service: AuthService) {}

  @Post('challenge')
  @Operation({
    ...signIn,
    id: 'createChallenge',
    access: 'public',
    summary: 'A message to sign',
    description:
      'An EIP-4361 message to sign with `personal_sign`; send both to `POST /auth/token` within 10 minutes. `domain` and ' +
      '`uri` are of your site, which an operator has registered (else 400 with `details.reason: "domain_not_registered"`); a ' +
      'page asks for its own origin only (else 403 with `"origin_mismatch"`).',
    response: ChallengeDto,
    hasBody: true,
    errors: ['forbidden'],
  })
  challenge(@Body() body: ChallengeRequestDto, @Req() { headers }: IncomingMessage): Promise<ChallengeDto> {
    return this.service.challenge(body, headers.origin);
  }

  @Get('nonce')
  @Operation({
    ...signIn,
    id: 'createNonce',
    access: 'public',
    summary: "A nonce for a wallet's own message",
    description:
      'For wallets and libraries that write EIP-4361 messages themselves. Good for one sign-in within 10 minutes.',
    response: NonceDto,
  })
  nonce(): Promise<NonceDto> {
    return this.service.createNonce();
  }

  @Post('token')
  @Operation({
    ...signIn,
    id: 'createToken',
    access: 'public',
    summary: 'Sign in',
    description:
      'Exchanges a signed EIP-4361 message for an access token of 60 minutes; contract wallets sign by EIP-1271 or EIP-6492. ' +
      '`details.reason` of 401 `siwe_rejected` is `domain_not_registered`, `uri_not_registered`, `wrong_chain`, `expired`, ' +
      '`not_yet_valid`, `issued_at_not_current`, `nonce_not_valid` or `signature_not_valid`, of 403 `origin_mismatch`: the ' +
      'page is of another origin than the `uri`.',
    response: AccessTokenDto,
    hasBody: true,
    errors: ['siwe_malformed', 'siwe_rejected', 'forbidden', 'upstream_unavailable'],
  })
  token(
    @Body() { message, signature }: TokenRequestDto,
    @Req() { headers }: IncomingMessage,
  ): Promise<AccessTokenDto> {
    return this.service.signIn(message, signature, headers.origin);
  }

  @Get('session')
  @Operation({
    ...signIn,
    id: 'getSession',
    access: 'bearer',
    summary: 'Whose token this is',
    description: 'The wallet that the bearer token speaks for, and its times.',
    response: SessionDto,
  })
  session(@Caller() caller: TokenIdentity): SessionDto {
    return this.service.toSession(caller);
  }

  @Post('logout')
  @Operation({
    ...signIn,
    id: 'logout',
    access: 'bearer',
    summary: 'Sign out',
    description:
      'The bearer token is refused from now on, on every instance. Other tokens of the wallet stay good.',
  })
  logout(@Caller() caller: TokenIdentity): Promise<void> {
    return this.service.signOut(caller);
  }
}

/** The public keys of access tokens (RFC 7517), for services that check our tokens themselves. */
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: SigningKeySet) {}

  // A new key is published before it signs: five minutes of a cache hide none.
  @Get('jwks.json')
  @Header('Cache-Control', 'public, max-age=300')
  @Header('Content-Type', 'application/jwk-set+json; charset=utf-8')
  @Internal("asked by services that check our tokens' signatures")
  jwks(): { readonly keys: readonly PublicJwk[] } {
    return { keys: this.keys.publish(systemClock.now()) };
  }
}
