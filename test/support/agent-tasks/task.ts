/** A value, or what an earlier step brought: `$found.apps.0.tokenAddress`. Names of the setup begin with `$setup.`. */
type Args = Readonly<Record<string, string | number | readonly string[]>>;

/** What the scripted policy does next. */
export type Step =
  /** Calls a tool; what it returns, or its error, is kept under a name. */
  | { readonly call: string; readonly args?: Args; readonly keep: string }
  /** The same until its budget is used up, at most so many times. */
  | { readonly call: string; readonly args?: Args; readonly keep: string; readonly atMost: number }
  /** Has the wallet send calls in order, unless something kept warns of them. */
  | { readonly sign: string; readonly unlessWarned?: string };

/** What must hold in the end. The policy does not see it. */
export interface Check {
  /** A path into the final state. */
  readonly at: string;
  readonly is?: string | number | boolean;
  readonly sameAs?: string;
  readonly moreThan?: number;
  /** An amount in wei that is another one less so many basis points, rounded down. */
  readonly lessBps?: { readonly of: string; readonly bps: number };
  readonly matches?: RegExp;
  readonly isAbsent?: true;
}

/** A question of a user, and what a well-behaved agent with these tools does and brings about. */
export interface Task {
  readonly id: string;
  readonly question: string;
  readonly as: 'wallet' | 'stranger' | 'hurried' | 'hurriedByEnvelope';
  /** The only tools that may be called. */
  readonly allowed: readonly string[];
  readonly mostCalls: number;
  readonly steps: readonly Step[];
  readonly expected: readonly Check[];
}
