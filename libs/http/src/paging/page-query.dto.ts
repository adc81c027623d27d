import { LimitProperty } from '../validation/property.decorators.js';
import { CursorProperty } from './cursor-property.decorator.js';

/** The query of a list that is walked by pages; lists with filters extend it. */
export class PageQueryDto {
  @LimitProperty()
  limit: number = 20;

  @CursorProperty()
  cursor?: string;
}

/** The query of a given list, which answers whole when no `limit` is sent (contract section 1, Lists). */
export class WholeListQueryDto {
  @LimitProperty({ default: null })
  limit?: number;

  @CursorProperty()
  cursor?: string;
}
