import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

// `npm run bench -- NAME [arguments]`: builds, then runs test/bench/NAME/bench-NAME.ts. Each says in its first lines what it takes.
const folder = path.resolve(import.meta.dirname, '../test/bench');
const names = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, `bench-${name}.ts`)));
const [name, ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`npm run bench -- NAME, one of: ${names.join(', ')}`);
  process.exit(2);
}
const steps = [
  [process.execPath, 'tools/build.mjs', 'test/bench'],
  [process.execPath, `dist/test/bench/${name}/bench-${name}.js`, ...args],
];
for (const [program, ...rest] of steps) {
  const { status } = spawnSync(program, rest, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
