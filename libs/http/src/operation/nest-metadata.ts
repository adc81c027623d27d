import {
  Body,
  Header,
  Param,
  Patch,
  Query,
  Redirect,
  Req,
  RequestMethod,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { SkipThrottle, Throttle } from '@nestjs/throttler';

type Target = abstract new (...parameters: never[]) => object;

/** What decorators are tried on. */
class Sample {
  readonly isSample = true;
}

/** The names under which a decorator notes what it says of a handler. */
function namesNotedBy(decorate: MethodDecorator): readonly unknown[] {
  const handler = (): undefined => undefined;
  decorate(Sample.prototype, 'handler', { value: handler });
  return Reflect.getMetadataKeys(handler);
}

/** What Nest's own decorators note is learned from them: its names are no part of its interface. */
const [PATH, METHOD] = learnRoute();

function learnRoute(): readonly [path: unknown, method: unknown] {
  const route = (): undefined => undefined;
  Patch('sample')(Sample.prototype, 'route', { value: route });
  const nameOf = (value: unknown): unknown =>
    Reflect.getMetadataKeys(route).find((name) => Reflect.getMetadata(name, route) === value);
  return [nameOf('sample'), nameOf(RequestMethod.PATCH)];
}

const SOURCES = { query: Query, path: Param, body: Body, request: Req } as const;

/** Where a handler's parameter comes from; `other` is one request's own. */
export type ParameterSource = keyof typeof SOURCES | 'other';

const [PARAMETERS, SOURCE_OF] = learnParameters();

function learnParameters(): readonly [
  name: unknown,
  sources: ReadonlyMap<string | undefined, ParameterSource>,
] {
  const sources = Object.entries(SOURCES).map(([source, decorate]): [string | undefined, ParameterSource] => {
    decorate()(Sample.prototype, source, 0);
    const [name] = Reflect.getMetadataKeys(Sample, source) as unknown[];
    const noted = Reflect.getMetadata(name, Sample, source) as object;
    return [kindOf(Object.keys(noted)[0]), source as ParameterSource];
  });
  return [Reflect.getMetadataKeys(Sample, 'query')[0], new Map(sources)];
}

/** Parameters are noted as `<kind>:<index>`. */
function kindOf(key: string | undefined): string | undefined {
  return key?.split(':')[0];
}

export interface HandlerParameter {
  readonly source: ParameterSource;
  readonly index: number;
  /** In `@Query('name')`; undefined in `@Query()`. */
  readonly name: unknown;
}

export function parametersOf(controller: object, handlerName: string): HandlerParameter[] {
  const noted = (Reflect.getMetadata(PARAMETERS, controller, handlerName) ?? {}) as Readonly<
    Record<string, { readonly index: number; readonly data?: unknown }>
  >;
  return Object.entries(noted).map(([key, { index, data }]) => ({
    source: SOURCE_OF.get(kindOf(key)) ?? 'other',
    index,
    name: data,
  }));
}

/** The method of a route handler, such as `GET`; null for what is none. */
export function methodOf(handler: object): string | null {
  const method = Reflect.getMetadata(METHOD, handler) as RequestMethod | undefined;
  return method === undefined ? null : RequestMethod[method];
}

/** The paths of a handler or a controller, as declared. */
export function pathsOf(target: object): string[] {
  const declared = Reflect.getMetadata(PATH, target) as string | readonly string[] | undefined;
  return typeof declared === 'object' ? [...declared] : [declared ?? ''];
}

const THROTTLES = [Throttle({ default: { limit: 1, ttl: 1 } }), SkipThrottle()].flatMap(namesNotedBy);

/** Whether a route or its controller has `@Throttle` or `@SkipThrottle`. */
export function hasOwnThrottle(...targets: readonly object[]): boolean {
  return targets.some((target) => THROTTLES.some((name) => Reflect.hasMetadata(name, target)));
}

/** What runs, or is set, for each request of a route. */
const OF_EACH_REQUEST: Readonly<Record<string, readonly unknown[]>> = {
  UseGuards: namesNotedBy(UseGuards()),
  UseInterceptors: namesNotedBy(UseInterceptors()),
  UseFilters: namesNotedBy(UseFilters()),
  Header: namesNotedBy(Header('a', 'b')),
  Redirect: namesNotedBy(Redirect('/')),
  Throttle: THROTTLES,
};

/** Decorators of a handler and its controller that a response which is kept would pass by. */
export function decoratorsOfEachRequest(controller: Target, handler: object): string[] {
  const has = (name: unknown): boolean =>
    Reflect.hasMetadata(name, handler) || Reflect.hasMetadata(name, controller);
  return Object.keys(OF_EACH_REQUEST).filter((decorator) => OF_EACH_REQUEST[decorator]?.some(has));
}
