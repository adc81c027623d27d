import Negotiator from 'negotiator';

export const JSON_TYPE = 'application/json; charset=utf-8';
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** What takes anything is sent JSON: browsers do, and nearly all clients. */
const NAMES_CSV = /\btext\/(?:csv|\*)/i;

/** Browsers send 150 characters; a longer header than this is not read. */
const MAX_LENGTH = 1_024;

/** Whether an `Accept` names CSV, and prefers it to JSON (RFC 9110 12.5.1). */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > MAX_LENGTH || !NAMES_CSV.test(accept)) return false;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, CSV_TYPE]);
  return best === CSV_TYPE;
}

/** What the CSV of a URL is kept by, beside its JSON. */
export const csvKeyOf = (url: string): string => `${CSV_TYPE} ${url}`;
