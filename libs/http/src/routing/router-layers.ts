import type { Application } from 'express';

/** A layer of Express's router, as far as we look at it: a route, or middleware. */
export interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

export function layersOf(express: Pick<Application, 'router'>): readonly Layer[] {
  return express.router.stack as unknown as readonly Layer[];
}

/** Whether middleware, or a route of the method: HEAD is answered where GET is. */
export function takes({ route }: Layer, method: string): boolean {
  if (route === undefined) return true;
  const { methods } = route;
  return methods['_all'] === true || methods[method === 'HEAD' ? 'get' : method.toLowerCase()] === true;
}
