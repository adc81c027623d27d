import asyncHooks from 'node:async_hooks';
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

const { AsyncLocalStorage } = asyncHooks;

/** Newer versions have a getter for the class, and visit no storage. */
const areVisited = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage')?.writable === true;

const CHECKER = path.resolve('dist/test/support/http/check-response.js');
let checker;

/** Made once a worker, outside of its suites: compiling the description takes longer than most suites' own requests. */
async function loadResponseChecker() {
  const { ResponseChecker, readDescription } = await import(CHECKER);
  return new ResponseChecker(readDescription());
}

/**
 * Node 20 visits each storage that was ever used at each promise, until it is disabled. jest-circus makes one a suite and
 * leaves it: the later a suite ran, the slower were its promises.
 */
export default class Environment extends TestEnvironment {
  storages = new Set();

  async setup() {
    await super.setup();
    this.global.loadResponseChecker = () => (checker ??= loadResponseChecker());
    if (!areVisited) return;
    const { storages } = this;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        storages.add(this);
      }
    };
  }

  async teardown() {
    if (areVisited) asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    for (const storage of this.storages) storage.disable();
    await super.teardown();
  }
}
