import { LimitProperty } from '../validation/limit-property.decorator.js';
import { CursorProperty } from './cursor-property.decorator.js';

/** The query of a given list, which answers whole when no `limit` is sent (contract section 1, Lists). */
export class WholeListQueryDto {
  @LimitProperty({ default: null })
  limit?: number;

  @CursorProperty()
  cursor?: string;
}
