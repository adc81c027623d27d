import type { Application, Request } from 'express';

/** A layer of Express's router, as far as we look at it: a route, or middleware. */
export interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

export function layersOf(express: Pick<Application, 'router'>): readonly Layer[] {
  return express.router.stack as unknown as readonly Layer[];
}

/** Whether middleware, or a route of the method: HEAD is taken where GET is. */
export function takes({ route }: Layer, method: string): boolean {
  if (route === undefined) return true;
  const { methods } = route;
  return methods['_all'] === true || methods[method === 'HEAD' ? 'get' : method.toLowerCase()] === true;
}

/** Tells whether a request passes middleware of the app's own (`app.use`, `configure`) before its route. */
export class MiddlewareLayers {
  private readonly own: ReadonlySet<Layer>;

  /** @param express with nothing but the platform's own middleware registered */
  constructor(private readonly express: Pick<Application, 'router'>) {
    this.own = new Set(layersOf(express));
  }

  haveForeign(request: Request): boolean {
    const path = request.originalUrl.split('?', 1)[0] ?? '/';
    for (const layer of layersOf(this.express)) {
      if (layer.route !== undefined && layer.route === request.route) return false;
      if (!this.own.has(layer) && takes(layer, request.method) && layer.match(path)) return true;
    }
    return true;
  }
}
