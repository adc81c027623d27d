import type { Resolvable } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * As much of a description as its operations at one path need: them, and the components that they lead to.
 *
 * @param path such as `/apps/{token}`
 */
export function partOf<D extends Resolvable>(description: D, path: string): D {
  const item = description.paths[path];
  const components: Record<string, Record<string, unknown>> = {
    securitySchemes: { ...description.components['securitySchemes'] },
  };
  const waiting: unknown[] = [item];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const node = value as Readonly<Record<string, unknown>>;
    waiting.push(...Object.values(node));
    const [, kind, name] = REFERENCE.exec(String(node['$ref'])) ?? [];
    if (kind === undefined || name === undefined) continue;
    const kept = (components[kind] ??= {});
    if (Object.hasOwn(kept, name)) continue;
    kept[name] = description.components[kind]?.[name];
    waiting.push(kept[name]);
  }
  return { ...description, paths: { [path]: item }, components };
}
