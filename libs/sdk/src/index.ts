export { createClient, type Client, type ClientOptions, type Fetch } from './client.js';
export {
  isSlipwayError,
  SlipwayError,
  type AnySlipwayError,
  type ErrorDetails,
  type LocalErrorCode,
  type SlipwayErrorCode,
} from './errors.js';
export type { OperationSpec } from './operation-spec.js';
export type { CallOptions, SlipwayResponse } from './request.js';
export type {
  Arguments,
  ItemOf,
  Listing,
  NextPage,
  Operation,
  OperationId,
  ParamsOf,
  ResultOf,
} from './operation.js';
export { csvPage, type CsvPage } from './csv-page.js';
export { iterate, pages } from './iterate.js';
export { verifyWebhook, type WebhookMessage, type WebhookRequest } from './verify-webhook.js';
export { withResponse } from './with-response.js';
export { memoryCache, type CachedResponse, type ResponseCache } from './response-cache.js';
export { asBigInt, formatAmount, parseAmount, type AmountFormat } from './amounts.js';
export { formatChange, formatCount, formatPrice, formatShare, formatUsd, usdAxis } from './figures.js';
export { formatPercent, priceRange, sparklinePath, unixSeconds, type PathSize } from './charts.js';
export * from './generated/operations.js';
export type * from './generated/models.js';
export type { AppSummary as App } from './generated/models.js';
