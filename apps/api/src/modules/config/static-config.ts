import { authorityOf, TOKEN_LIFETIME_SECONDS } from '@slipway/auth';
import { WINDOW_SECONDS } from '@slipway/http';
import type { Settings } from '@slipway/settings';
import type { ChainConfigDto, ConfigDto, LimitBudgetDto } from './dto/config.dto.js';

/** The settings that clients may know of, and no others: nothing secret can come in here. */
export type PublicSettings = Pick<
  Settings,
  | 'publicBaseUrl'
  | 'chainName'
  | 'publicRpcUrl'
  | 'explorerUrl'
  | 'finalityBlocks'
  | 'rateLimitReadPerMinute'
  | 'rateLimitHeavyPerMinute'
>;

type StaticConfig = Pick<ConfigDto, 'limits' | 'auth' | 'links'> & {
  readonly chain: Omit<ChainConfigDto, 'id'>;
};

/** What follows from the settings. Other routes lie beside the interface, at the origin's root. */
export function staticConfig(settings: PublicSettings): StaticConfig {
  const { publicBaseUrl: base } = settings;
  const { issuer, audience } = authorityOf(base);
  const budget = (limit: number): LimitBudgetDto => ({ limit, windowSeconds: WINDOW_SECONDS });
  return {
    chain: {
      name: settings.chainName,
      rpcUrl: settings.publicRpcUrl,
      explorerUrl: settings.explorerUrl,
      finalityBlocks: settings.finalityBlocks,
    },
    limits: {
      read: budget(settings.rateLimitReadPerMinute),
      heavy: budget(settings.rateLimitHeavyPerMinute),
    },
    auth: {
      issuer,
      audience,
      challengeUrl: `${base}/auth/challenge`,
      tokenUrl: `${base}/auth/token`,
      jwksUrl: `${issuer}/.well-known/jwks.json`,
      tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
    },
    links: {
      openapi: `${issuer}/openapi.json`,
      docs: `${issuer}/docs`,
      llms: `${issuer}/llms.txt`,
      abis: `${base}/config/abis`,
    },
  };
}
