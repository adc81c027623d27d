const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Reads an RFC 3339 date-time, to the millisecond. Null for anything else, a day or an hour that does not exist
 * included: JavaScript's own parser makes 2 March of 30 February.
 */
export function parseDateTime(text: string): Date | null {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59) return null;
  return new Date(text.toUpperCase());
}
