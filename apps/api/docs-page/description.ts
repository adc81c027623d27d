interface Parameter {
  /** Absent from a reference. */
  readonly name?: string;
  example?: unknown;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: Record<string, unknown> }>>;
  };
  readonly 'x-service-status': string;
  readonly 'x-rate-limit-class': string;
}

/** As much of the OpenAPI description as this page reads; it is the page's own copy. */
export interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly info: { description: string };
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  security?: unknown;
}

const CONVENTIONS = '## Conventions';

/** Takes the conventions, and all after them, out of the description's text: they have a place of their own. */
export function takeConventions({ info }: Description): string {
  const at = info.description.indexOf(CONVENTIONS);
  if (at === -1) return '';
  const conventions = info.description.slice(at);
  info.description = info.description.slice(0, at);
  return conventions;
}
