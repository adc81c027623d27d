import { Injectable } from '@nestjs/common';
import { HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { match, type MatchFunction, type ParamData } from 'path-to-regexp';

export interface Route {
  readonly method: string;
  readonly matches: MatchFunction<ParamData>;
}

/** @param path a template as Express reads it */
export function toRoute(method: string, path: string): Route {
  return { method: method.toUpperCase(), matches: match(path, { sensitive: true, decode: false }) };
}

/** What Express does not tell of the routes that were registered: a path's methods (405), and whether any takes a request. */
@Injectable()
export class RouteTable {
  constructor(
    private readonly host: HttpAdapterHost<AbstractHttpAdapter & { readonly routes: readonly Route[] }>,
  ) {}

  /** The methods a path takes, for `Allow`; empty when the path is unknown. */
  methodsOf(path: string): string[] {
    const methods = new Set(this.matching(path).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  }

  /** Whether a route takes the request: HEAD is taken where GET is. */
  takes(method: string, path: string): boolean {
    return this.matching(path).some((route) => route.method === (method === 'HEAD' ? 'GET' : method));
  }

  private matching(path: string): Route[] {
    // Express reads no further than a fragment, which a request target cannot have.
    return path.includes('#')
      ? []
      : this.host.httpAdapter.routes.filter(({ matches }) => matches(path) !== false);
  }
}
