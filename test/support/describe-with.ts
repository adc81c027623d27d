import { findProgram } from './find-program.js';

/** Programs that some suites need and `npm ci` does not bring. */
const PROGRAMS = {
  'redis-server': 'apt-get install redis-server',
  chromium: 'apt-get install chromium',
  varnishd: 'apt-get install varnish',
  nginx: 'apt-get install nginx-light',
  promtool: 'apt-get install prometheus',
} as const;

/** `describe` for suites that need a program of the machine. */
export function describeWith(program: keyof typeof PROGRAMS, title: string, suite: () => void): void {
  const lack = `${program} is not installed (${PROGRAMS[program]})`;
  describeUnless(findProgram(program) === undefined ? lack : null, title, suite);
}

/**
 * `describe` for suites that need something of the machine. Without it the suite is skipped and the reporter prints
 * why; with `CI=true`, where nothing may be left out quietly, it is a failure.
 */
export function describeUnless(lack: string | null, title: string, suite: () => void): void {
  if (lack === null) describe(title, suite);
  else if (process.env['CI'] === 'true') {
    describe(title, () => {
      it('has what it needs', () => {
        throw new Error(lack);
      });
    });
  } else describe.skip(`${title} [skipped: ${lack}]`, suite);
}
