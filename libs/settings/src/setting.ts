import type { z } from 'zod';

type Program = 'api' | 'indexer' | 'webhooks' | 'ops' | 'devnet';

interface Documentation {
  readonly usedBy: readonly Program[];
  readonly description: string;
  readonly secret?: true;
  /** The default is for a developer's machine: production has to say its own. */
  readonly developmentDefault?: true;
  /** The text that an empty variable stands for, where it does not count as not set. */
  readonly empty?: string;
  /** What production asks of the value beyond its schema. */
  readonly inProduction?: z.ZodType;
}

/** All that is known about one environment variable; `.env.example` is made of it. */
export interface Setting<S extends z.ZodType = z.ZodType> extends Documentation {
  /** The variable. A secret may come in a file instead, named by `<name>_FILE`. */
  readonly name: string;
  /** The default; `${NAME}` stands for another setting. */
  readonly default: string;
  /** Reads the text. Its errors complete "NAME: .." and never repeat the value, which may be secret. */
  readonly schema: S;
}

export function setting<S extends z.ZodType>(
  name: string,
  fallback: string,
  schema: S,
  documentation: Documentation,
): Setting<S> {
  return { name, default: fallback, schema, ...documentation };
}
