import { Injectable } from '@nestjs/common';
import { ApiError, expectIndexed } from '@slipway/http';
import { parseAddress, type AsOf } from '@slipway/domain';
import { type LaunchTexts, Protocol } from '@slipway/protocols';
import { TokenNamesService } from '../../modules/market/token-names/token-names.service.js';
import { PreflightService } from '../../modules/preflight/preflight.service.js';
import type { LaunchPayloadDto } from './dto/launch.dto.js';
import { Payloads } from './payloads.js';
import { TradingRepository } from './trading.repository.js';

/** Launches as calls that a wallet signs and sends. */
@Injectable()
export class LaunchesService {
  constructor(
    private readonly preflight: PreflightService,
    private readonly repository: TradingRepository,
    private readonly tokens: TokenNamesService,
    private readonly payloads: Payloads,
    private readonly protocol: Protocol,
  ) {}

  /**
   * The calls of a launch that preflight finds nothing wrong with, tried out at the indexed head; else none.
   *
   * @param body a candidate as strangers send it: its mistakes are in the result of preflight
   * @throws ApiError `upstream_unavailable`
   * @throws InvalidRequestError when the body is no JSON object
   */
  async createPayload(body: unknown): Promise<AsOf<LaunchPayloadDto>> {
    const { asOf, body: preflight } = await this.preflight.checkLaunch(body, null);
    const cost = preflight.estimatedPlatformCost ?? null;
    if (!preflight.ok) return { asOf, body: { ...this.payloads.empty(asOf), cost, preflight } };
    if (cost === null) throw new ApiError('upstream_unavailable', { asOf, headers: { 'Retry-After': '1' } });
    const head = expectIndexed(await this.repository.readLaunchContracts());
    const { launchpad, platformToken } = head;
    const paid = (await this.tokens.read([platformToken])).get(platformToken);
    if (paid === undefined) throw new Error('the platform token has no name');
    const { creator, texts } = readLaunch(body);
    const call = { to: launchpad, data: this.protocol.encodeLaunch(texts), value: 0n };
    // The launchpad takes what a launch costs when it is mined: the allowance is the only bound.
    const spending = { token: paid, spender: launchpad, amount: BigInt(cost), isBound: true };
    const warnings = head.asOf.isLagging ? (['stale_price'] as const) : [];
    const payload = await this.payloads.make(asOf, creator, { spending, call, kind: 'launchpad' }, warnings);
    return { asOf, body: { ...payload, cost, preflight } };
  }
}

/** A candidate without errors has texts, and an address. */
function readLaunch(body: unknown): {
  creator: NonNullable<ReturnType<typeof parseAddress>>;
  texts: LaunchTexts;
} {
  const { name, symbol, description, imageUrl, website, creator } = body as Partial<LaunchTexts> & {
    readonly creator: string;
  };
  const wallet = parseAddress(creator);
  if (wallet === null || name === undefined || symbol === undefined)
    throw new Error('preflight let a candidate pass that has no name, symbol or creator');
  const texts = {
    name,
    symbol,
    description: description ?? '',
    imageUrl: imageUrl ?? '',
    website: website ?? '',
  };
  return { creator: wallet, texts };
}
