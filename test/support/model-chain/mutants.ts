/** A defect that is planted into a copy of one source file in memory: each change's text must be there once. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** @throws Error when the file is not as it was when the defect was thought of */
export function patched({ name, file, changes }: Mutant, source: string): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`mutant "${name}" does not fit ${file}: ${from}`);
    return text.replace(from, () => to);
  }, source);
}

export const MUTANTS: readonly Mutant[] = [];
