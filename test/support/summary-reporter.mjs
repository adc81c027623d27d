import { DefaultReporter } from '@jest/reporters';

/** A suite's title names why it was skipped; `describeWith` writes it. */
const REASON = /\[skipped: (.+)\]/;

/**
 * Jest's own report of each suite, but every run ends with one plain line, `N passed, N failed` (and
 * `, N skipped`), after the reasons of the skips. (Jest prints its own summary after every other reporter, unless its
 * default reporter is not in the list.) A suite that could not run counts as one failure: it must never look like a
 * suite without tests.
 */
export default class SummaryReporter extends DefaultReporter {
  onRunComplete(contexts, results) {
    super.onRunComplete(contexts, results);
    for (const [reason, count] of countSkips(results.testResults)) {
      process.stdout.write(`skipped ${count}: ${reason}\n`);
    }
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    process.stdout.write(`${counts.join(', ')}\n`);
  }
}

/** How many tests were skipped, by reason; a skip without one is named by its suite's file. */
function countSkips(suites) {
  const counts = new Map();
  for (const suite of suites) {
    for (const test of suite.testResults) {
      if (test.status !== 'pending' && test.status !== 'todo') continue;
      const reason = REASON.exec(test.fullName)?.[1] ?? `no reason given in ${suite.testFilePath}`;
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  return counts;
}
