import path from 'node:path';
import { readSources } from './test-changed/related-suites.mjs';

/** `npm run write -- structure`: files, folders, and who imports whom. */
const ROOT = path.resolve(import.meta.dirname, '..');

const isFile = (file) => /^(apps|libs)\/(?!.*(\.d|spec)\.ts$|.*\/generated\/).*\.tsx?$/.test(file);
const isInside = (folder, other) => folder.startsWith(`${other}/`);
const libraryOf = (file) => /^libs\/[^/]+/.exec(file)?.[0];

const files = (await readSources(ROOT)).filter(({ source }) => isFile(source));
const arrows = files.flatMap(({ source, dependencies }) =>
  [...new Set(dependencies.map(({ resolved }) => resolved))]
    .filter((resolved) => isFile(resolved) && resolved !== source)
    .map((resolved) => [source, resolved]),
);
const betweenFolders = between(path.dirname);
const pairs = [...betweenFolders]
  .map((arrow) => arrow.split(' '))
  .filter(([from, to]) => from < to && betweenFolders.has(`${to} ${from}`));
const ofSubfolders = pairs.filter(([from, to]) => isInside(to, from));

console.log(`Files, folders: ${files.length}, ${new Set(files.map(({ source }) => path.dirname(source))).size}
Arrows between files: ${arrows.length}
Arrows between folders: ${betweenFolders.size}
Arrows between libraries: ${between(libraryOf).size}
Files in circles: ${files.filter(({ dependencies }) => dependencies.some(({ circular }) => circular)).length}
Pairs of folders side by side: ${pairs.length - ofSubfolders.length}
Pairs of a folder and its own subfolder: ${ofSubfolders.length}`);

/** Arrows between the groups of files, each once. */
function between(groupOf) {
  const groups = arrows.map((arrow) => arrow.map(groupOf));
  const others = groups.filter(([from, to]) => from !== undefined && to !== undefined && from !== to);
  return new Set(others.map(([from, to]) => `${from} ${to}`));
}
