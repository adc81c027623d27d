import { Injectable } from '@nestjs/common';
import { expectIndexed } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { summarizeApps } from './app-summary.js';
import type { AppSummaryDto } from './dto/app.dto.js';
import { AppsRepository } from './apps.repository.js';
import { toSearchKeys } from './search-keys.js';
import type { SparklineSpan } from './types/sparkline.types.js';

@Injectable()
export class SearchService {
  constructor(private readonly repository: AppsRepository) {}

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
