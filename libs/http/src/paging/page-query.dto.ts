import { LimitProperty } from '../validation/limit-property.decorator.js';
import { CursorProperty } from './cursor-property.decorator.js';

/** The query of a list that is walked by pages; lists with filters extend it. */
export class PageQueryDto {
  @LimitProperty()
  limit: number = 20;

  @CursorProperty()
  cursor?: string;
}
