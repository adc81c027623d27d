import { Injectable } from '@nestjs/common';
import { Flags } from '#flags';

@Injectable()
export class ConfigService {
  constructor(private readonly flags: Flags) {}

  /** Every flag of the interface and every other one that operators have set, as this instance knows them. */
  listFeatures(): Readonly<Record<string, boolean>> {
    return this.flags.list();
  }
}
