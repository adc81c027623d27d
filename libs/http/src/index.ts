export { ApiError } from './errors/api-error.js';
export { Outages } from './errors/outages.js';
export { expectIndexed } from './errors/expect-indexed.js';
export { ERROR_CODES, ERRORS, type ErrorCode } from './errors/error-registry.js';
export { CursorError, InvalidRequestError } from './errors/invalid-request.error.js';
export { IndexHead } from './cache/index-head.js';
export { PrimaryReads } from './cache/primary-reads.js';
export { ErrorDto, UdfErrorDto } from './operation/error.dto.js';
export { listDeclaredRoutes } from './operation/declared-routes.js';
export { Operation } from './operation/operation.decorator.js';
export {
  findOperation,
  Internal,
  isInternal,
  KnownToCache,
  type Access,
  type LimitClass,
  type OperationMetadata,
} from './operation/operation-metadata.js';
export { CursorFormat, isBlockHash, isBlockHashOrNull, isCount, isTextOf } from './paging/cursor-position.js';
export { CursorKeys } from './paging/cursor-keys.js';
export { Cursors } from './paging/cursor-codec.js';
export { CursorProperty, PageQueryDto, WholeListQueryDto } from './paging/page-query.dto.js';
export { hasParameter } from './message/request-target.js';
export { nextLink } from './paging/next-link.js';
export { AddressParam, AddressPipe, EnumParam, PatternParam } from './validation/path-param.decorators.js';
export {
  ADDRESS_SCHEMA,
  AddressListProperty,
  AddressProperty,
  AmountProperty,
  BooleanProperty,
  CountProperty,
  DateTimeProperty,
  EnumProperty,
  LimitProperty,
  MomentProperty,
  OptionalWhenAbsent,
  PatternListProperty,
  UnixTimeProperty,
  UsdProperty,
  type Moment,
  YearProperty,
} from './validation/property.decorators.js';
export { BuilderKeys, type Builder } from './limits/builder-keys.js';
export { ClientNetworks } from './clients/client-networks.js';
export { RateLimitIdentity } from './limits/rate-limit-identity.js';
export { ReadBudgetGuard } from './limits/read-budget.guard.js';
export { RateLimitGuard } from './limits/rate-limit.guard.js';
export { RateLimiter, WINDOW_SECONDS } from './limits/rate-limiter.js';
export { FreshReads } from './freshness/fresh-reads.js';
export { readMinBlock } from './freshness/min-block.js';
export { BlockNotFinalError } from './errors/block-not-final.error.js';
export { CursorAheadError } from './errors/cursor-ahead.error.js';
export { setHeaders } from './message/headers.js';
export { StrictValidationPipe } from './validation/strict-validation.pipe.js';
export { FeatureSwitches } from './operation/feature-switches.js';
export { Drain } from './server/drain.js';
export { RequestObserver, type ConnectionEnd } from './logging/request-observer.js';
export { AccessLog, type AccessRecord } from './logging/access-log.js';
export { Connections } from './connections/connections.js';
export { SlowReaders } from './connections/slow-readers.js';
export { ClientErrors } from './server/client-errors.js';
export { RequestListener } from './server/request-listener.js';
export { HttpAdapter } from './server/http-adapter.js';
export { requestIdOf } from './message/request-context.js';
export { ApiPlatformModule } from './api-platform.module.js';
export { parseJson } from './input/json-body.js';
export { JsonLogger } from './logging/json-logger.js';
export { OpenResponse } from './cache/open-response.js';
export type { OpenResponseEnd } from './message/open-response-end.js';
export { writeCsv } from './cache/write-csv.js';
export { RenderedResponse } from './cache/rendered-response.js';
export { StreamedResponse } from './cache/streamed-response.js';
export { ErrorResponder } from './server/error-responder.js';
