import type { AccessRecord } from '../logging/access-log.js';

/** Told about every request once it is answered: what metrics are made from. */
export abstract class RequestObserver {
  abstract observe(record: AccessRecord): void;
}
