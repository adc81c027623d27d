import { Injectable } from '@nestjs/common';
import { InvalidRequestError } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { AppService } from '../../../modules/apps/app/app.service.js';
import { AppListService } from '../../../modules/apps/list/list.service.js';
import { AppListDto } from '../../../modules/apps/list/list.dto.js';
import { HolderListDto } from '../../../modules/apps/holders/holders.dto.js';
import { MarketActivityListDto } from '../../../modules/apps/market-activity/market-activity.dto.js';
import { HoldersService } from '../../../modules/apps/holders/holders.service.js';
import { MarketActivityService } from '../../../modules/apps/market-activity/market-activity.service.js';
import { SearchService } from '../../../modules/apps/search/search.service.js';
import { AppResult } from '../dto/read-results.dto.js';
import { AppInput, FindAppsInput, HoldersInput, TradesInput } from '../dto/read-inputs.dto.js';
import { defineTool, type Tool } from './tool.js';

/** What a search does not take: it has an order of its own, and one page. */
const NOT_WITH_Q = ['stage', 'creator', 'cursor'] as const;

/** Tools that find apps and tell of them. */
@Injectable()
export class AppTools {
  readonly tools: readonly Tool[] = [
    defineTool({
      name: 'find_apps',
      title: 'Find apps',
      description: 'Apps by name, symbol or address (`q`, misspelt too), else by rank (`sort`).',
      limit: 'read',
      access: 'public',
      flag: ({ q }: FindAppsInput) => (q === undefined ? null : 'search'),
      input: FindAppsInput,
      output: AppListDto,
      omitted: ['sparkline', 'hidden', 'priceChangeSinceLaunch', 'trades24h'],
      run: (input) => this.find(input),
    }),
    defineTool({
      name: 'get_app',
      title: 'One app',
      description:
        'Who launched it and when, its supply, pool, holders and texts; `launchReport`: what creator and first buyers hold.',
      limit: 'read',
      access: 'public',
      input: AppInput,
      output: AppResult,
      run: ({ tokenAddress }) => this.apps.get(tokenAddress),
    }),
    defineTool({
      name: 'list_trades',
      title: 'Trades',
      description: 'Trades of an app, a wallet or the whole market, newest first.',
      limit: 'read',
      access: 'public',
      input: TradesInput,
      output: MarketActivityListDto,
      omitted: ['latestCursor', 'from', 'to', 'logIndex'],
      run: ({ tokenAddress, wallet, side, limit, cursor }) =>
        this.activity.list({
          limit,
          type: side === undefined ? ['buy', 'sell'] : [side],
          ...(tokenAddress !== undefined && { token: tokenAddress }),
          ...(wallet !== undefined && { wallet }),
          ...(cursor !== undefined && { cursor }),
        }),
    }),
    defineTool({
      name: 'list_holders',
      title: 'Holders',
      description: 'Holders of an app, richest first.',
      limit: 'read',
      access: 'public',
      input: HoldersInput,
      output: HolderListDto,
      run: ({ tokenAddress, limit, cursor }) => this.holders.list(tokenAddress, limit, cursor ?? null),
    }),
  ];

  constructor(
    private readonly apps: AppService,
    private readonly lists: AppListService,
    private readonly searches: SearchService,
    private readonly activity: MarketActivityService,
    private readonly holders: HoldersService,
  ) {}

  private async find(input: FindAppsInput): Promise<AsOf<AppListDto>> {
    const { q, limit } = input;
    if (q === undefined) return this.lists.list(input);
    const sent = NOT_WITH_Q.filter((name) => input[name] !== undefined);
    if (sent.length > 0)
      throw new InvalidRequestError(sent.map((path) => ({ path, message: 'must not be sent with q' })));
    const { body, ...found } = await this.searches.search(q, limit);
    return { ...found, body: { ...body, nextCursor: null } };
  }
}
