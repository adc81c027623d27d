/** JSON that is changed where it is. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** In a schema with properties no other ones are allowed, unless it says so. Changes it. */
export function closeSchema<T>(schema: T): T {
  close(schema as Json);
  return schema;
}

function close(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) close(part);
  if (!Array.isArray(value) && typeof value['properties'] === 'object')
    value['additionalProperties'] ??= false;
}
