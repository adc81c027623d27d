import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { readFileSync } from 'node:fs';
import path from 'node:path';

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
];
/** Suites and their support start programs by the compiled file, which is no import. */
const COMPILED = /\bdist\/([\w/.-]+)[.]js\b/g;

/**
 * The suites that a change can have broken: those that import a changed file, start a program that does, or name one in their
 * text. Such a text is a document, a description or a configuration.
 *
 * @param sources of {@link readSources}
 * @param {readonly string[]} changed paths from the project's folder
 * @returns {string[]} paths of suites, sorted
 */
export function relatedSuites(sources, changed) {
  const users = usersByFile(sources, changed);
  const suites = [...users.keys()].filter((file) => SUITE.test(file)).sort();
  if (changed.some((file) => EVERY_SUITE.test(file))) return suites;
  const reached = new Set(changed);
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
  for (const { source, text, dependencies } of sources) {
    for (const { resolved } of dependencies) use(resolved, source);
    for (const [, program] of text.matchAll(COMPILED)) use(`${program}.ts`, source);
    for (const file of documents) if (quotes(text, path.basename(file))) use(file, source);
  }
  return users;
}

/** Whether the text has the name at the end of a string; a comment's mention is none. */
function quotes(text, name) {
  return ["'", '"', '`'].some(
    (mark) => text.includes(`/${name}${mark}`) || text.includes(mark + name + mark),
  );
}

/** Every source with its text and what it imports; takes seconds. */
export async function readSources(root) {
  const config = path.join(root, '.dependency-cruiser.mjs');
  const { options } = await extractConfig(config);
  const { output } = await cruise(
    ['apps', 'libs', 'test'],
    { ...options, baseDir: root },
    options.enhancedResolveOptions,
    { tsConfig: extractTsConfig(path.join(root, 'tsconfig.json')) },
  );
  return output.modules
    .filter(({ source }) => /^(apps|libs|test)\/.*[.]tsx?$/.test(source))
    .map((module) => ({ ...module, text: readFileSync(path.join(root, module.source), 'utf8') }));
}
