import { Injectable } from '@nestjs/common';
import { expectIndexed } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { summarizeApps } from '../app-summary.js';
import type { AppSummaryDto } from '../app/app.dto.js';
import type { SparklineSpan } from '../sparklines.sql.js';
import { SearchRepository, toSearchKeys } from './search.repository.js';

@Injectable()
export class SearchService {
  constructor(private readonly repository: SearchRepository) {}

  /** Apps that a text may mean, best first. */
  async search(
    text: string,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AsOf<{ apps: AppSummaryDto[] }>> {
    const found = expectIndexed(await this.repository.search(toSearchKeys(text), limit, sparkline));
    return { asOf: found.asOf, body: { apps: summarizeApps(found.items, found, sparkline) } };
  }
}
