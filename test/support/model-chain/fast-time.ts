import { createRequire, syncBuiltinESMExports } from 'node:module';

const now = Date.now.bind(Date);
let passed = 0;

/** Time that nobody waited for has passed. */
export function passTime(milliseconds: number): void {
  passed += milliseconds;
}

/** Whoever waits from now on goes on at once, and the clock shows that the time has passed. Time-outs stay as they are. */
export function hurryTime(): void {
  Date.now = () => now() + passed;
  const timers = createRequire(import.meta.url)('node:timers/promises') as Record<string, unknown>;
  timers['setTimeout'] = async (milliseconds = 0, value?: unknown): Promise<unknown> => {
    passed += milliseconds;
    await new Promise((resolve) => setImmediate(resolve));
    return value;
  };
  syncBuiltinESMExports();
}
