/** What was looked for at a node, or at the contracts' addresses. */
export interface Finding {
  readonly name: string;
  /** Without it the system cannot work. */
  readonly isNeeded: boolean;
  /** What there is of it; null when there is no more to say than that it is there, or when it is not. */
  readonly found: string | null;
  /** Null when it is there; else what is wrong with it, or what the node said. */
  readonly failure: string | null;
  /** What is done without it, and what that costs. */
  readonly without: string;
}

/** Looks for something. @param look what it returns is what there is; what it throws as an Error is why there is nothing */
export async function find(
  expected: Pick<Finding, 'name' | 'isNeeded' | 'without'>,
  look: () => Promise<string | null>,
): Promise<Finding> {
  try {
    return { ...expected, found: await look(), failure: null };
  } catch (error) {
    if (error instanceof Error) return { ...expected, found: null, failure: error.message };
    throw error;
  }
}

const NAME_WIDTH = 36;

/** A line each; below what is missing, what is done without it. */
export function toFindingLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ name, isNeeded, found, failure, without }) => {
    if (failure === null) return [`${name.padEnd(NAME_WIDTH)}${found ?? 'yes'}`];
    return [
      `${name.padEnd(NAME_WIDTH)}no${isNeeded ? ', and it is needed' : ''}: ${failure}`,
      `  without it: ${without}`,
    ];
  });
}
