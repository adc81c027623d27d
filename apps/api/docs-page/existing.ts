import type { Description, Operation } from './description.js';

/** Values that exist on this deployment, by the name of the parameter or member that takes them. */
export type Existing = Readonly<Record<string, string>>;

interface AppList {
  readonly apps: readonly {
    readonly tokenAddress: string;
    readonly name: string;
    readonly creator: string;
  }[];
}

interface ProgramList {
  readonly programs: readonly { readonly id: string }[];
}

/** Looks at the first app and the first program. What there is none of keeps the description's own example. */
export async function readExisting(baseUrl: string): Promise<Existing> {
  const [apps, programs] = await Promise.all([
    read<AppList>(`${baseUrl}/apps?limit=1`),
    read<ProgramList>(`${baseUrl}/rewards/programs?limit=1`),
  ]);
  const [app] = apps?.apps ?? [];
  const [program] = programs?.programs ?? [];
  return {
    ...(app !== undefined && { tokenAddress: app.tokenAddress, tokens: app.tokenAddress, q: app.name }),
    ...(program !== undefined && { programId: program.id }),
  };
}

/** Null where nothing can be read, as before the first block is indexed: the page is shown all the same. */
async function read<T>(url: string): Promise<T | null> {
  const response = await fetch(url);
  return response.ok ? ((await response.json()) as T) : null;
}

/** Puts the values in place of the description's own examples. */
export function fillIn({ components, paths }: Description, existing: Existing): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const own = operations.flatMap(({ parameters }) => parameters ?? []);
  for (const parameter of [...Object.values(components.parameters), ...own]) {
    const value = parameter.name === undefined ? undefined : existing[parameter.name];
    if (value !== undefined && parameter.example !== undefined)
      parameter.example = Array.isArray(parameter.example) ? [value] : value;
  }
  for (const operation of operations) {
    const example = exampleOf(operation);
    const token = existing['tokenAddress'];
    if (token !== undefined && example?.['tokenAddress'] !== undefined) example['tokenAddress'] = token;
  }
}

/** The members of a body's example that name the wallet, with the wallet that is signed in. */
export function bodyOf(operation: Operation, wallet: string): string | null {
  const example = exampleOf(operation);
  const names = ['address', 'creator', 'trader'].filter((name) => name in (example ?? {}));
  if (names.length === 0) return null;
  return JSON.stringify({ ...example, ...Object.fromEntries(names.map((name) => [name, wallet])) }, null, 2);
}

function exampleOf({ requestBody }: Operation): Record<string, unknown> | undefined {
  return requestBody?.content['application/json']?.example;
}
