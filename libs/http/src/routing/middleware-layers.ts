import type { Application, Request } from 'express';
import { layersOf, takes, type Layer } from './router-layers.js';

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
