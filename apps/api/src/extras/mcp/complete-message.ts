type Members = Readonly<Record<string, unknown>>;

/**
 * A message of the protocol as its schemas want it. Many clients write `null` for what they leave out: `params`, its members, and
 * optional arguments of a tool. PHP's write an empty object as `[]`.
 */
export function completeMessage(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { params, ...rest } = message;
  if (params === undefined || params === null) return rest;
  const sent = toRecord(params);
  if (!isRecord(sent)) return message;
  const { arguments: args, _meta, capabilities, ...members } = withoutNulls(sent);
  return {
    ...rest,
    params: {
      ...members,
      ...withoutAbsent({
        arguments: mapRecord(args, withoutNulls),
        _meta: toRecord(_meta),
        capabilities: mapRecord(capabilities, (all) =>
          Object.fromEntries(Object.entries(all).map(([name, value]) => [name, toRecord(value)])),
        ),
      }),
    },
  };
}

function mapRecord(value: unknown, map: (record: Members) => Members): unknown {
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

function withoutNulls(record: Members): Members {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function withoutAbsent(record: Members): Members {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
