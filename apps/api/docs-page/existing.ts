import type { Description, Operation } from './description.js';

/** What stands for a token, a wallet and the platform token in the description's examples (`openapi/examples.ts`). */
const [TOKEN, WALLET, PLATFORM_TOKEN] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];

/** Values that exist on this deployment. */
export interface Existing {
  /** Texts in place of those that stand for them. */
  readonly texts: Readonly<Record<string, string>>;
  /** Values of parameters by their name. */
  readonly parameters: Readonly<Record<string, string | number>>;
}

interface AppList {
  readonly apps: readonly { readonly tokenAddress: string; readonly name: string }[];
}

interface ProgramList {
  readonly programs: readonly { readonly id: string }[];
}

interface ProgramDetail {
  readonly id: string;
  readonly hasPublicTree: boolean;
}

/** Programs that are looked at for a tree that everybody may read. */
const MOST_PROGRAMS = 5;

type PairList = readonly { readonly base: string; readonly target: string }[];

interface LatestBlock {
  readonly block: { readonly blockNumber: number };
}

/** Looks at the first app and the first programs. What there is none of keeps the description's own example. */
export async function readExisting(baseUrl: string): Promise<Existing> {
  const [apps, program, pairs] = await Promise.all([
    read<AppList>(`${baseUrl}/apps?limit=1`),
    readProgram(baseUrl),
    // The oldest app: aggregators' formats have it as soon as its launch is final.
    read<PairList>(`${baseUrl}/integrations/coingecko/pairs?limit=1`),
  ]);
  const [app] = apps?.apps ?? [];
  const [pair] = pairs ?? [];
  // Before any block is final there is none: 503.
  const latest =
    pair === undefined ? null : await read<LatestBlock>(`${baseUrl}/integrations/dexscreener/latest-block`);
  const token = pair?.base ?? app?.tokenAddress;
  return {
    texts: {
      ...(token !== undefined && { [TOKEN]: token }),
      ...(pair !== undefined && { [PLATFORM_TOKEN]: pair.target }),
    },
    parameters: {
      ...(app !== undefined && { q: app.name }),
      ...(program !== null && { programId: program }),
      ...(latest !== null && { fromBlock: latest.block.blockNumber, toBlock: latest.block.blockNumber }),
    },
  };
}

/** One whose tree everybody may read, if there is one: operations of all programs work with it. */
async function readProgram(baseUrl: string): Promise<string | null> {
  const list = await read<ProgramList>(`${baseUrl}/rewards/programs?limit=${MOST_PROGRAMS}`);
  const ids = list?.programs.map(({ id }) => id) ?? [];
  const programs = await Promise.all(
    ids.map((id) => read<ProgramDetail>(`${baseUrl}/rewards/programs/${id}`)),
  );
  return programs.find((program) => program?.hasPublicTree)?.id ?? ids[0] ?? null;
}

/** Null where nothing can be read, as before the first block is indexed: the page is shown all the same. */
async function read<T>(url: string): Promise<T | null> {
  const response = await fetch(url);
  return response.ok ? ((await response.json()) as T) : null;
}

/**
 * The description with those values in place of its own examples.
 *
 * @param wallet that is signed in; null without one
 */
export function fillIn(
  description: Description,
  { texts, parameters }: Existing,
  wallet: string | null,
): Description {
  const known = Object.entries({ ...texts, ...(wallet !== null && { [WALLET]: wallet }) });
  const text = known.reduce(
    (filled, [standIn, value]) => filled.replaceAll(standIn, value),
    JSON.stringify(description),
  );
  const filled = JSON.parse(text) as Description;
  const operations = Object.values(filled.paths).flatMap((item) => Object.values(item));
  const own = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...Object.values(filled.components.parameters), ...own]) {
    const value = parameter.name === undefined ? undefined : parameters[parameter.name];
    if (value !== undefined && parameter.example !== undefined) parameter.example = value;
  }
  return filled;
}

/** The body of an operation that names a wallet, with the one that is signed in; null for others. */
export function bodyOf({ requestBody }: Operation, wallet: string): string | null {
  const example = requestBody?.content['application/json']?.example;
  const body = JSON.stringify(example ?? null, null, 2);
  return body.includes(wallet) ? body : null;
}
