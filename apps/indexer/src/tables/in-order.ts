import { runConcurrently } from '../postgres/session.js';

/** A step of a transaction, whose statements share one connection. */
export interface OrderedStep {
  readonly table: string;
  /** Tables whose steps must be before it. It waits for their ends, except of those that ask at once. */
  readonly needs: readonly string[] | 'all';
  /** Whether all that others need of it is asked for when it begins: then what is asked for later comes after it. */
  readonly asksAtOnce?: boolean;
}

/** @throws Error for a step that needs one which is not above it */
export function inOrder<Step extends OrderedStep>(steps: readonly Step[]): readonly Step[] {
  const above = new Set<string>();
  for (const { table, needs } of steps) {
    const missing = needs === 'all' ? [] : needs.filter((name) => !above.has(name));
    if (missing.length > 0) throw new Error(`${table} needs ${missing.join(', ')} above it`);
    above.add(table);
  }
  return steps;
}

/** Begins each step as early as its needs allow, in the order of the list. Needs of steps that are left out are met. */
export function runInOrder<Work>(
  steps: readonly (OrderedStep & { readonly run: (work: Work) => Promise<unknown> })[],
  work: Work,
): Promise<void> {
  const ends = new Map<string, Promise<unknown>>();
  const atOnce = new Set(steps.filter((step) => step.asksAtOnce === true).map(({ table }) => table));
  const endsOf = (needs: OrderedStep['needs']): Promise<unknown>[] =>
    needs === 'all'
      ? [...ends.values()]
      : needs.filter((name) => !atOnce.has(name)).flatMap((name) => ends.get(name) ?? []);
  return runConcurrently(
    steps.map(({ table, needs, run }) => () => {
      const awaited = endsOf(needs);
      const end = awaited.length === 0 ? run(work) : Promise.all(awaited).then(() => run(work));
      ends.set(table, end);
      return end;
    }),
  );
}
