import type { IncomingMessage } from 'node:http';
import { hasParameter } from '@slipway/http';

/** What is of the past counts as so many requests of now. */
const PAST_COST = 10;

/** The cost of an operation that is of the past when a parameter is there. */
export const pastCost =
  (parameter: string) =>
  (request: IncomingMessage): number =>
    hasParameter(request, parameter) ? PAST_COST : 1;
