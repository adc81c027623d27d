import { parseJson } from '@slipway/http';

type Members = Readonly<Record<string, unknown>>;

/** What a client says of itself before anything else. Clients leave out what they do not have, and nothing here depends on it. */
const UNSAID = { protocolVersion: '2025-11-25', capabilities: {} };
const NOBODY = { name: 'unknown', version: '0' };

/**
 * A message of the protocol as its schemas want it. Many clients write `null` for what they leave out, at any depth: `params`, its
 * members, and optional arguments of a tool; `id` of a notification. PHP's write an empty object as `[]`. Those that pass on what a model
 * wrote send arguments as JSON in a text.
 */
export function completeMessage(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { params, id, ...rest } = withoutNulls(message, ['id']);
  const isNotification = id === null && String(rest['method']).startsWith('notifications/');
  const completed = { ...rest, ...(id !== undefined && !isNotification && { id }) };
  const sent = params === undefined && rest['method'] === 'initialize' ? {} : toRecord(params);
  if (!isRecord(sent)) return { ...completed, ...withoutAbsent({ params: sent }) };
  const { arguments: args, _meta, capabilities, ...members } = withoutNulls(sent);
  const told = withoutAbsent({
    ...mapRecord(members, withoutNullsWithin),
    arguments: mapRecord(readText(args), withoutNulls),
    _meta: mapRecord(_meta, withoutNullsWithin),
    capabilities: mapRecord(capabilities, (all) =>
      Object.fromEntries(
        Object.entries(withoutNullsWithin(all)).map(([name, value]) => [name, toRecord(value)]),
      ),
    ),
  });
  return { ...completed, params: rest['method'] === 'initialize' ? introduce(told) : told };
}

function introduce(told: Members): Members {
  const client = toRecord(told['clientInfo'] ?? {});
  return { ...UNSAID, ...told, clientInfo: isRecord(client) ? { ...NOBODY, ...client } : client };
}

/** The arguments that a text is, or is empty of; another text as it is. */
function readText(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return {};
  try {
    return parseJson(Buffer.from(args));
  } catch {
    return args;
  }
}

function mapRecord<T>(value: T, map: (record: Members) => Members): T | Members {
  const record = toRecord(value);
  return isRecord(record) ? map(record) : value;
}

/** The empty list as the empty object that was meant. */
function toRecord(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value;
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutNulls(record: Members, except: readonly string[] = []): Members {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== null || except.includes(name)),
  );
}

/** A message nests 32 levels at most. */
function withoutNullsWithin(record: Members): Members {
  return Object.fromEntries(
    Object.entries(withoutNulls(record)).map(([name, value]) => [
      name,
      isRecord(value) ? withoutNullsWithin(value) : value,
    ]),
  );
}

function withoutAbsent(record: Members): Members {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
