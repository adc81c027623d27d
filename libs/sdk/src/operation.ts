import type { Client } from './client.js';
import type { operations } from './generated/description.js';
import type { OperationSpec } from './operation-spec.js';
import { request, type CallOptions } from './request.js';

/** Names of the API's operations. */
export type OperationId = keyof operations;

type None = object;
type OrNone<T> = [T] extends [never] ? None : T;
type Group<Id extends OperationId, Name extends 'path' | 'query'> = OrNone<
  NonNullable<operations[Id]['parameters'][Name]>
>;
type Body<Id extends OperationId> = [NonNullable<operations[Id]['requestBody']>] extends [
  { content: { 'application/json': infer T } },
]
  ? OrNone<T>
  : None;

type Loose<T> = T extends readonly (infer E)[] ? readonly E[] : T;
type Flat<T> = {
  readonly [Name in keyof T]: None extends Pick<T, Name> ? Loose<T[Name]> | undefined : Loose<T[Name]>;
};

/** What an operation takes: parameters of path and query and the body's properties, side by side. */
export type ParamsOf<Id extends OperationId> = Flat<Group<Id, 'path'> & Group<Id, 'query'> & Body<Id>>;

/** What an operation resolves to: the body, nothing, or the `Response` itself where that is no JSON. */
export type ResultOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: infer Content };
}
  ? Content extends { 'application/json': infer T }
    ? T
    : Response
  : undefined;

/** The arguments after the client; parameters may be left out when none is required. */
export type Arguments<Id extends OperationId> =
  None extends ParamsOf<Id>
    ? [params?: ParamsOf<Id>, options?: CallOptions]
    : [params: ParamsOf<Id>, options?: CallOptions];

/** One operation of the API. */
export interface Operation<Id extends OperationId> {
  (client: Client, ...rest: Arguments<Id>): Promise<ResultOf<Id>>;
  readonly spec: OperationSpec;
  /** Of the types alone: what generic functions infer the operation from. */
  readonly id?: Id;
}

/** How a list goes on: the next page's parameters, or null at the end. */
export type NextPage = (params: Record<string, unknown>, page: unknown) => Record<string, unknown> | null;

/** An operation with pages. `items` names the array of a page; '' when the page is one. */
export interface Listing<Id extends OperationId, Items extends string> extends Operation<Id> {
  readonly items: Items;
  readonly nextPage: NextPage | null;
}

/** An item of a list's pages. */
export type ItemOf<Id extends OperationId, Items extends string> = (
  ResultOf<Id> extends readonly (infer E)[] ? E[] : ResultOf<Id>[Items & keyof ResultOf<Id>]
) extends readonly (infer Item)[]
  ? Item
  : never;

export function operation<Id extends OperationId>(
  path: string,
  options: Omit<OperationSpec, 'path'> = {},
): Operation<Id> {
  const spec: OperationSpec = { path, ...options };
  const call = async (
    client: Client,
    params?: Record<string, unknown>,
    callOptions?: CallOptions,
  ): Promise<unknown> => (await request(client, spec, params, callOptions)).data;
  return Object.assign(call, { spec }) as unknown as Operation<Id>;
}

export function listing<Id extends OperationId, Items extends string>(
  path: string,
  items: Items,
  { nextPage, ...options }: Omit<OperationSpec, 'path'> & { readonly nextPage?: NextPage } = {},
): Listing<Id, Items> {
  return Object.assign(operation<Id>(path, options), { items, nextPage: nextPage ?? null });
}
