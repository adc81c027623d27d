import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application } from 'express';

interface KnownRoute {
  /** Segments of the template; a parameter is null. */
  readonly segments: readonly (string | null)[];
  readonly methods: ReadonlySet<string>;
}

/** The paths that Express routes, for what Express does not tell: which methods a path does answer (405). */
@Injectable()
export class RouteTable {
  private known: readonly KnownRoute[] | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  /** The methods a path answers, for `Allow`; empty when the path is unknown. */
  methodsOf(path: string): string[] {
    const methods = new Set<string>();
    for (const route of this.matching(path)) for (const method of route.methods) methods.add(method);
    if (methods.has('GET')) methods.add('HEAD');
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  }

  /** Whether a route takes the request, as Express would find: HEAD is answered where GET is. */
  takes(method: string, path: string): boolean {
    // Express reads no further than a fragment, which a request target cannot have.
    if (path.includes('#')) return false;
    return this.matching(path).some(
      ({ methods }) => methods.has(method) || (method === 'HEAD' && methods.has('GET')),
    );
  }

  private matching(path: string): KnownRoute[] {
    const segments = splitPath(path);
    // On first use every route is registered.
    this.known ??= this.host.httpAdapter
      .getInstance<Application>()
      .router.stack.flatMap(({ route }) => (route === undefined ? [] : readRoute(route)));
    return this.known.filter(
      (route) =>
        route.segments.length === segments.length &&
        route.segments.every((segment, index) =>
          segment === null ? segments[index] !== '' : segment === segments[index],
        ),
    );
  }
}

interface ExpressRoute {
  readonly path: unknown;
  readonly methods?: unknown;
  readonly stack: readonly { readonly method?: string | undefined }[];
}

function readRoute(route: ExpressRoute): KnownRoute[] {
  const methods = route.stack.flatMap(({ method }) => (method === undefined ? [] : [method.toUpperCase()]));
  // What answers even CONNECT is one of Nest's catch-alls, and what has a wildcard is no path of ours.
  if (
    methods.length === 0 ||
    methods.includes('CONNECT') ||
    typeof route.path !== 'string' ||
    route.path.includes('*')
  )
    return [];
  const segments = splitPath(route.path);
  return [
    {
      segments: segments.map((segment) => (segment.startsWith(':') ? null : segment)),
      methods: new Set(methods),
    },
  ];
}

/** Segments of a path; one slash at the end does not count, as for Express. */
function splitPath(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}
