import { OperatorError } from '../command-line/command-line.js';

/** ISO 8601 with a zone: a time without one would mean another moment on another machine. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A time given on the command line, to the second. */
export function readTime(text: string): Date {
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    throw new OperatorError(`not a time such as 2026-11-21T00:00:00Z: ${JSON.stringify(text.slice(0, 64))}`);
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000);
}
