import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Adds to package-lock.json what a registry mirror that lacks other platforms' binaries makes npm leave out:
 * the optional packages of other systems, with their checksums. Without them `npm ci` calls the file incomplete, here and
 * everywhere else. Run after every `npm install`. It fails when a package has no checksum. Then pin a version that the registry
 * has for every system. Or add the package's checksum to checksums.json, from a registry that has it.
 */
const FILE = new URL('../package-lock.json', import.meta.url);
const CHECKSUMS = JSON.parse(readFileSync(new URL('checksums.json', import.meta.url), 'utf8'));
const ARCHITECTURES = { amd64: 'x64', armv7: 'arm' };
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = {};
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    if (platform === null || isLocked(path, name)) continue;
    added[`node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
    };
  }
}

const packages = Object.entries({ ...lock.packages, ...added });
lock.packages = Object.fromEntries(packages.sort(([one], [other]) => one.localeCompare(other, 'en')));
for (const [path, entry] of Object.entries(lock.packages)) {
  // The project itself and its libraries.
  if (!path.includes('node_modules/') || entry.link === true || entry.integrity !== undefined) continue;
  const name = `${path.split('node_modules/').at(-1)}@${entry.version}`;
  const { version, ...others } = entry;
  if (name in CHECKSUMS) lock.packages[path] = { version, integrity: CHECKSUMS[name], ...others };
  else {
    console.error(`${name} has no checksum`);
    process.exitCode = 1;
  }
}
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages of other platforms added`);

/** Whether npm would find the package from this folder: in its own node_modules or in one above. */
function isLocked(path, name) {
  for (
    let folder = path;
    ;
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')
  ) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}

/** Binaries' packages are named after what they run on: `...-linux-arm64`, `...-win32-x64-msvc`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const at = words.findIndex((word) => SYSTEMS.includes(word));
  const system = words[at];
  const processor = words[at + 1];
  if (system === undefined || processor === undefined) return null;
  const cpu = [ARCHITECTURES[processor] ?? processor];
  return { cpu, os: [system === 'windows' ? 'win32' : system] };
}
