export { ApiError, type ErrorDetails } from './errors/api-error.js';
export { Outages } from './errors/outages.js';
export { expectIndexed } from './errors/expect-indexed.js';
export { ERROR_CODES, ERRORS, type ErrorCode } from './errors/error-registry.js';
export {
  CursorError,
  InvalidRequestError,
  type CursorRefusal,
  type RequestIssue,
} from './errors/invalid-request.error.js';
export { HeadSource } from './cache/head-source.js';
export { ErrorDto } from './operation/error.dto.js';
export { Operation } from './operation/operation.decorator.js';
export {
  findOperation,
  isOutsideInterface,
  type Access,
  type Caching,
  type LimitClass,
  type OperationMetadata,
  type ServiceStatus,
} from './operation/operation-metadata.js';
export { OutsideInterface } from './operation/outside-interface.decorator.js';
export { isBlockHash, isCount } from './paging/cursor-content.js';
export { CursorFormat, type CursorValue } from './paging/cursor-format.js';
export { CursorKeys } from './paging/cursor-keys.js';
export { CursorProperty } from './paging/cursor-property.decorator.js';
export { Cursors } from './paging/cursors.js';
export { PageQueryDto } from './paging/page-query.dto.js';
export { nextLink } from './paging/next-link.js';
export { WholeListQueryDto } from './paging/whole-list-query.dto.js';
export { AddressListProperty } from './validation/address-list-property.decorator.js';
export { AddressParam } from './validation/address-param.decorator.js';
export { ADDRESS_SCHEMA, AddressProperty } from './validation/address-property.decorator.js';
export { AmountProperty } from './validation/amount-property.decorator.js';
export { AddressPipe } from './validation/address.pipe.js';
export { BooleanProperty } from './validation/boolean-property.decorator.js';
export { DateTimeProperty } from './validation/date-time-property.decorator.js';
export { EnumParam } from './validation/enum-param.decorator.js';
export { LimitProperty } from './validation/limit-property.decorator.js';
export { OptionalWhenAbsent } from './validation/optional-when-absent.decorator.js';
export { PatternParam } from './validation/pattern-param.decorator.js';
export { RateLimitIdentity } from './limits/rate-limit-identity.js';
export { RateLimitGuard } from './limits/rate-limit.guard.js';
export { WINDOW_SECONDS } from './limits/rate-limiter.js';
export { KnownToCache } from './operation/known-to-cache.decorator.js';
export { FeatureSwitches } from './operation/feature-switches.js';
export { Drain } from './front/drain.js';
export { RequestObserver, type ConnectionEnd } from './logging/request-observer.js';
export { AccessLog, type AccessRecord } from './logging/access-log.js';
export { Connections } from './connections/connections.js';
export { ClientErrors } from './front/client-errors.js';
export { FrontDoor } from './front/front-door.js';
export { HttpAdapter } from './front/http-adapter.js';
export { currentRequestId } from './front/request-context.js';
export { HttpModule } from './http.module.js';
export { JsonLogger } from './logging/json-logger.js';
export { RenderedAnswer } from './cache/rendered-answer.js';
export { StreamedAnswer } from './cache/streamed-answer.js';
export { ErrorResponder } from './errors/error-responder.js';
export { requestIdOf } from './front/request-id.js';
