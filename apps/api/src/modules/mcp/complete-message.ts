/**
 * A message of the protocol as its schemas want it. Many clients write `null` for what they leave out: `params`, its members, and
 * optional arguments of a tool.
 */
export function completeMessage(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { params, ...rest } = message;
  if (params === undefined || params === null) return rest;
  if (!isRecord(params)) return message;
  const { arguments: args, ...members } = withoutNulls(params);
  return {
    ...rest,
    params: {
      ...members,
      ...(args !== undefined && { arguments: isRecord(args) ? withoutNulls(args) : args }),
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutNulls(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
