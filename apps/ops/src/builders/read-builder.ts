import { OperatorError } from '../command-line/command-line.js';

/** As the table has it. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The name of a builder, given on the command line. */
export function readBuilderName(text: string): string {
  if (NAME.test(text)) return text;
  throw new OperatorError(
    '<name> must be 1 to 64 lower-case letters, digits and hyphens, such as acme-widgets',
  );
}

/** Requests a minute, given on the command line. */
export function readLimit(text: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new OperatorError('a budget must be a number of requests from 1 to 9999999');
  return limit;
}
