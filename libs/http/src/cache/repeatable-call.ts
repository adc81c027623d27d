import { AsyncLocalStorage } from 'node:async_hooks';
import { ServerResponse } from 'node:http';

/** Calls a handler again with the arguments that routing and validation made of a request line. */
export type RepeatableCall = () => unknown;

const heard = new AsyncLocalStorage<{ call: RepeatableCall | null }>();

/** Lets `hearCall` hear of a handler's calls. A call that was handed the response is good for that one only. */
export function makeRepeatable(descriptor: PropertyDescriptor): void {
  const handler = descriptor.value as (...parameters: unknown[]) => unknown;
  function repeatable(this: unknown, ...parameters: unknown[]): unknown {
    const call = (): unknown => handler.apply(this, parameters);
    const ear = heard.getStore();
    if (ear !== undefined && !parameters.some((one) => one instanceof ServerResponse)) ear.call = call;
    return call();
  }
  Object.defineProperty(repeatable, 'name', { value: handler.name });
  // What was declared of the handler so far: its parameters.
  for (const key of Reflect.getMetadataKeys(handler) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), repeatable);
  descriptor.value = repeatable;
}

/** Runs what leads to a handler. @returns what it gives, and the handler's call if it can be made again */
export async function hearCall<T>(run: () => Promise<T>): Promise<{ value: T; call: RepeatableCall | null }> {
  const ear: { call: RepeatableCall | null } = { call: null };
  const value = await heard.run(ear, run);
  return { value, call: ear.call };
}
