import { DefaultReporter } from '@jest/reporters';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A suite's title names why it was skipped; `describeWith` writes it. */
const REASON = /\[skipped: (.+)\]/;
const SLOWEST = 10;

/**
 * Jest's own report of each suite. Every run ends with the slowest suites, the time of each kind, the reasons of the skips and the
 * tests that failed, with the first line of why: their reports are far above.
 * The last line is a plain one: `N passed, N failed` (and `, N skipped`). (Jest prints its own summary after every other
 * reporter, unless its default reporter is not in the list.) A suite that could not run counts as one failure: it must never look
 * like a suite without tests.
 */
export default class SummaryReporter extends DefaultReporter {
  onRunComplete(contexts, results) {
    super.onRunComplete(contexts, results);
    const suites = results.testResults.filter(({ skipped }) => !skipped);
    if (suites.length > 1) {
      const lines = [...slowestSuites(suites, this._globalConfig.rootDir), ...timeByKind(suites)];
      process.stdout.write(`${lines.join('\n')}\n`);
    }
    for (const [reason, count] of countSkips(results.testResults)) {
      process.stdout.write(`skipped ${count}: ${reason}\n`);
    }
    for (const line of failures(results.testResults, this._globalConfig.rootDir))
      process.stdout.write(`${line}\n`);
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    process.stdout.write(`${counts.join(', ')}\n`);
  }
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Each with its own time, which on busy cores holds its neighbours' too. */
function slowestSuites(suites, rootDir) {
  const slowest = suites
    .toSorted((one, other) => other.perfStats.runtime - one.perfStats.runtime)
    .slice(0, SLOWEST);
  const rows = slowest.map(
    ({ perfStats, testFilePath }) =>
      `${seconds(perfStats.runtime).padStart(9)}  ${path.relative(rootDir, testFilePath)}`,
  );
  return ['Slowest suites:', ...rows];
}

/** Sums of the suites' times: the workers share them. */
function timeByKind(suites) {
  const kinds = new Map();
  for (const { displayName, perfStats } of suites) {
    const kind = displayName?.name ?? 'suites';
    const { ms, count } = kinds.get(kind) ?? { ms: 0, count: 0 };
    kinds.set(kind, { ms: ms + perfStats.runtime, count: count + 1 });
  }
  const rows = [...kinds].map(
    ([kind, { ms, count }]) => `${seconds(ms).padStart(9)}  ${kind}, ${count} suites`,
  );
  return ['Time by kind:', ...rows];
}

function failures(suites, rootDir) {
  return suites.flatMap(({ testFilePath, testExecError, testResults }) => {
    const failed = testResults.filter(({ status }) => status === 'failed');
    const all = [
      ...(testExecError === undefined ? [] : [['the suite', testExecError.message]]),
      ...failed.map(({ fullName, failureMessages }) => [fullName, failureMessages[0]]),
    ];
    const suite = path.relative(rootDir, testFilePath);
    return all.map(
      ([what, why = '']) => `failed: ${suite}: ${what}: ${stripVTControlCharacters(why).split('\n')[0]}`,
    );
  });
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
