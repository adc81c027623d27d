/** How many trials to make, or rows: a few in every test run, all of them by `npm run test:trials`. */
export function trials(few: number, all: number): number {
  return process.env['TRIALS'] === 'all' ? all : few;
}

/** Shows progress where a person waits for it. */
export function tellTrial(line: string): void {
  if (process.env['TRIALS'] === 'all')
    process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}
