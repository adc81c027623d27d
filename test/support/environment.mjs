import asyncHooks from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';
import { importNatively } from './esm/import-natively.mjs';

const { AsyncLocalStorage } = asyncHooks;

/** Newer versions have a getter for the class, and visit no storage. */
const areVisited = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage')?.writable === true;

/**
 * A suite's context has its own, and modules of Node.js use the others. Metadata of a suite's classes has to be where Nest looks
 * for it. Types in it have to be the ones that Nest compares with. Errors are told apart by class.
 */
const SHARED_GLOBALS = {
  ...{ Reflect, Object, Array, String, Number, Boolean, Date, Promise, Map, Set, WeakMap },
  ...{ Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError },
};

const CHECKER = new URL('../../dist/test/support/http/check-response.js', import.meta.url);
let checker;

/** Made once a worker, outside of its suites: compiling the description takes longer than most suites' own requests. */
async function loadResponseChecker() {
  const { ResponseChecker, readDescription } = await importNatively(CHECKER.href);
  return new ResponseChecker(readDescription());
}

/**
 * At each promise Node 20 visits each storage that was ever used, until it is disabled. One suite of jest-circus makes one and
 * leaves it: the later a suite ran, the slower were its promises.
 */
export default class Environment extends TestEnvironment {
  storages = new Set();

  constructor(config, context) {
    super(config, context);
    const { projectConfig } = config;
    this.usesNativeModules = projectConfig.testEnvironmentOptions.nativeModules === true;
    // The timers that are faked have to be those of the modules.
    if (this.usesNativeModules)
      this.fakeTimersModern = new this.fakeTimersModern.constructor({
        config: projectConfig,
        global: globalThis,
      });
  }

  async setup() {
    await super.setup();
    if (this.usesNativeModules) Object.assign(this.global, SHARED_GLOBALS, { importNatively });
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
