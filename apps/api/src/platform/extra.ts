import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';

/** What documents beside OpenAPI's are made of. */
export interface Described {
  readonly app: INestApplication;
  readonly publicBaseUrl: string;
  readonly openapi: () => OpenAPIObject;
}

/** A request that this service sends to a receiver of a client's. */
export interface DescribedWebhook {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body: Type<object>;
}

/** What a module adds to the application beside routes and providers. It is read without making a provider. */
export interface ExtraOptions {
  /** Tags of the interface, each told of after another one. */
  readonly tags?: readonly { readonly name: string; readonly description: string; readonly after: string }[];
  /** Paths of its controllers that lie beside the interface, without the prefix. */
  readonly outsidePrefix?: readonly string[];
  /** Values of parameters by their name. */
  readonly parameterExamples?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Bodies of requests by the operation's id. */
  readonly bodyExamples?: Readonly<Record<string, object>>;
  /** Requests that it sends, by their names in the description. */
  readonly webhooks?: Readonly<Record<string, DescribedWebhook>>;
  /** Documents beside OpenAPI's by their files' names below `apps/api`: Markdown, or what becomes JSON. */
  readonly documents?: Readonly<Record<string, (described: Described) => string | object>>;
  /**
   * Adds routes that no controller has, before Nest adds its own.
   *
   * @returns makes what would take long, for a program that is about to listen; otherwise it is made when it is first asked for
   */
  readonly serve?: (app: INestApplication) => () => unknown;
}

/** Marks a module that the others can do without. */
export const Extra = Reflector.createDecorator<ExtraOptions>();

/** What the modules of an application add, in the order in which they are imported. */
export function extrasOf(app: INestApplication): ExtraOptions[] {
  const reflector = new Reflector();
  return [...app.get(ModulesContainer).values()].flatMap(({ metatype }) => {
    const options = reflector.get<ExtraOptions | undefined, string>(Extra.KEY, metatype);
    return options === undefined ? [] : [options];
  });
}
