import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application } from 'express';
import { layersOf, takes, type Layer } from './router-layers.js';

/** What Express does not tell of its routes: which methods a path takes (405), and whether any takes a request. */
@Injectable()
export class RouteTable {
  constructor(private readonly host: HttpAdapterHost) {}

  /** The methods a path takes, for `Allow`; empty when the path is unknown. */
  methodsOf(path: string): string[] {
    const routes = this.matching(path).flatMap(({ route }) => route ?? []);
    const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
    if (methods.has('get')) methods.add('head');
    if (methods.size > 0) methods.add('options');
    return [...methods].map((method) => method.toUpperCase()).sort();
  }

  /** Whether a route takes the request, as Express would find: HEAD is taken where GET is. */
  takes(method: string, path: string): boolean {
    // Express reads no further than a fragment, which a request target cannot have.
    return !path.includes('#') && this.matching(path).some((layer) => takes(layer, method));
  }

  private matching(path: string): Layer[] {
    // A match decodes the parameters, and throws what it cannot decode.
    const decodable = path.replaceAll('%', '%25');
    return layersOf(this.host.httpAdapter.getInstance<Application>()).filter(
      // What takes even CONNECT is one of Nest's catch-alls.
      (layer) =>
        layer.route !== undefined && layer.route.methods['connect'] !== true && layer.match(decodable),
    );
  }
}
