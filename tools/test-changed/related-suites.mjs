import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROGRAMS } from '../programs.mjs';
import { projectsOf, setupFilesOf } from './jest-projects.mjs';

const SUITE = /[.](spec|tools-spec|int-spec|e2e-spec|chain-spec|chaos-spec)[.]ts$/;
const UNIT_SUITE = /^(?!test\/contract\/).*[.](spec|tools-spec)[.]ts$/;
/** What every suite runs on. */
const EVERY_SUITE = /^(package(-lock)?[.]json|jest[.]config[.]mjs|tsconfig[.]json|test\/support\/.*[.]mjs)$/;
/** What every suite with a database or a program of ours runs on. */
const EVERY_SYSTEM_SUITE = /^([.]swcrc$|prisma[./]|test\/support\/postgres-)/;
/** Suites that a file reaches by no import: pages are served as files, and tools run as programs. */
const SUITES_BY_FILE = [
  [/^apps\/web\//, /^test\/e2e\/(web|web-wallet|up)[.]/],
  [/^apps\/api\/docs-page\//, /^test\/e2e\/(docs-page|http-docs)[.]/],
  [/^apps\/api\/embed-page\//, /^test\/e2e\/pictures[.]/],
  [/^eslint[.]config[.]mjs$/, /^test\/lint-rules[.]/],
  [/^([.]dependency-cruiser[.]mjs$|(apps|libs)\/.*[.]tsx?$)/, /^test\/import-rules[.]/],
  [/^knip[.]config[.]mjs$/, /^test\/dead-code[.]/],
  [/^(tools\/schematics\/|nest-cli[.]json$)/, /^test\/generate[.]/],
  [/^(apps\/(api|indexer|ops)|libs)\/.*[.]ts$/, /^test\/statements[.]/],
  // It writes the sources of the SDK.
  [/^tools\/sdk\//, /^(libs\/sdk\/|test\/sdk-package[.])/],
];
/** Its callers read any file that git tracks. */
const REPOSITORY_FILES = 'test/support/repository-files.ts';
/** Suites and their support start programs by the compiled file, which is no import. */
const COMPILED = /\bdist\/([\w/.-]+)[.]js\b/g;
/** They start tools by the source. */
const TOOL = /['"`](?:[.]{2}\/)*(tools\/[\w/.-]+[.]m?[jt]s)['"`]/g;
/** A comment reads no file. */
const COMMENTS = /^\s*(\/\/[^\n]*|\/\*.*?\*\/)/gms;

/**
 * The suites that a change can have broken. They import a changed file, start a program that does, or name one in their text.
 * A name can be the folder's. Suites that list the repository's files read every change.
 *
 * @param sources of {@link readSources}
 * @param {readonly string[]} changed paths from the project's folder
 * @returns {string[]} paths of suites, sorted
 */
export function relatedSuites(sources, changed) {
  const users = usersByFile(sources, changed);
  const suites = [...users.keys()].filter((file) => SUITE.test(file)).sort();
  if (changed.some((file) => EVERY_SUITE.test(file))) return suites;
  const reached = new Set([...changed, REPOSITORY_FILES]);
  for (const file of reached)
    for (const user of [...(users.get(file) ?? []), ...suitesByFile(file, suites)]) reached.add(user);
  const isSystemChanged = changed.some((file) => EVERY_SYSTEM_SUITE.test(file));
  return suites.filter((suite) => reached.has(suite) || (isSystemChanged && !UNIT_SUITE.test(suite)));
}

function suitesByFile(file, suites) {
  return SUITES_BY_FILE.filter(([files]) => files.test(file)).flatMap(([, names]) =>
    suites.filter((suite) => names.test(suite)),
  );
}

/** Who uses each file, with an entry for every source. */
function usersByFile(sources, changed) {
  const users = new Map(sources.map(({ source }) => [source, new Set()]));
  const use = (file, user) => (users.get(file) ?? users.set(file, new Set()).get(file)).add(user);
  const documents = changed.filter((file) => !users.has(file));
  const folders = changed.map((file) => [file, foldersOf(file)]);
  for (const { source, text, dependencies } of sources) {
    for (const { resolved } of dependencies) use(resolved, source);
    for (const [, program] of text.matchAll(COMPILED)) use(`${PROGRAMS[program] ?? program}.ts`, source);
    for (const [, tool] of text.matchAll(TOOL)) use(tool, source);
    for (const file of documents) if (quotes(text, path.basename(file))) use(file, source);
    for (const [file, above] of folders)
      if (above.some((folder) => readsBelow(text, folder))) use(file, source);
  }
  return users;
}

/** @returns {string[]} folders that a file is in: `a/b` and `a` of `a/b/c.ts` */
function foldersOf(file) {
  const names = path.dirname(file).split('/');
  return names[0] === '.' ? [] : names.map((_, last) => names.slice(0, last + 1).join('/'));
}

/**
 * Whether the text has the folder as a string, or at the start of a template: `docs/build/${page}.md`. One name alone can be
 * anything: it counts where it is a path, `../deploy` or `path.join(ROOT, 'deploy')`.
 */
function readsBelow(text, folder) {
  const name = folder.replaceAll(/[^\w/]/g, '[$&]');
  const start = folder.includes('/')
    ? `['"\`]([.]{2}/)*`
    : `(['"\`]([.]{2}/)+|path[.](join|resolve)[(][^()'"\`]*['"\`])`;
  return new RegExp(`${start}${name}(/?['"\`]|/[$][{])`).test(text);
}

/** Whether the text has the name at the end of a string. */
function quotes(text, name) {
  return ["'", '"', '`'].some(
    (mark) => text.includes(`/${name}${mark}`) || text.includes(mark + name + mark),
  );
}

/** Every source with its text and what it imports; takes seconds. A suite imports the setup files of its project too. */
export async function readSources(root) {
  const { options } = await extractConfig(path.join(root, '.dependency-cruiser.mjs'));
  const { default: jest } = await import(pathToFileURL(path.join(root, 'jest.config.mjs')).href);
  const { output } = await cruise(
    ['apps', 'libs', 'test', 'tools'],
    { ...options, baseDir: root },
    options.enhancedResolveOptions,
    { tsConfig: extractTsConfig(path.join(root, 'tsconfig.json')) },
  );
  return output.modules
    .filter(({ source }) => /^(apps|libs|test|tools)\/.*[.](tsx?|mjs|js)$/.test(source))
    .map(({ source, dependencies }) => {
      const loaded = SUITE.test(source) ? projectsOf(jest.projects, source).flatMap(setupFilesOf) : [];
      return {
        source,
        dependencies: [...dependencies, ...loaded.map((resolved) => ({ resolved }))],
        text: readFileSync(path.join(root, source), 'utf8').replaceAll(COMMENTS, ''),
      };
    });
}
