import path from 'node:path';

const ROOT_DIR = '<rootDir>/';

/**
 * The projects of a configuration of Jest that run a file.
 *
 * @param {readonly { testMatch: readonly string[], testPathIgnorePatterns?: readonly string[] }[]} projects
 * @param {string} file path from the project's folder
 */
export function projectsOf(projects, file) {
  return projects.filter(
    ({ testMatch, testPathIgnorePatterns = [] }) =>
      testMatch.some((pattern) => path.matchesGlob(file, fromRoot(pattern))) &&
      !testPathIgnorePatterns.some((pattern) =>
        // An absolute path begins where the root ends.
        pattern.startsWith(ROOT_DIR)
          ? new RegExp(`^${fromRoot(pattern)}`).test(file)
          : new RegExp(pattern).test(`/${file}`),
      ),
  );
}

/** Files of ours that a project runs before each of its suites. */
export function setupFilesOf({ setupFilesAfterEnv = [] }) {
  return setupFilesAfterEnv.filter((file) => file.startsWith(ROOT_DIR)).map(fromRoot);
}

function fromRoot(file) {
  return file.startsWith(ROOT_DIR) ? file.slice(ROOT_DIR.length) : file;
}
