import { Controller, Get, Header } from '@nestjs/common';
import { SigningKeySet, type PublicJwk } from '@slipway/auth';
import { Internal } from '@slipway/http';
import { systemClock } from '@slipway/domain';

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
