import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';

// `npm run bench -- NAME [arguments]`: builds, then runs test/bench/NAME/bench-NAME.ts. Each says in its first lines what it takes. At the end stands
// what its figures are worth: the machine's load before and after, and CPU seconds of the run and of everything else.
const folder = path.resolve(import.meta.dirname, '../test/bench');
const names = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, `bench-${name}.ts`)));
const [name, ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`npm run bench -- NAME, one of: ${names.join(', ')}`);
  process.exit(2);
}

/** Hundredths of CPU seconds: of children that have ended (proc_pid_stat(5), cutime and cstime), and of the machine but for idling. Linux alone tells. */
function cpuTicks() {
  if (!existsSync('/proc/self/stat')) return null;
  const own = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ').map(Number);
  const [user, nice, system] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { children: own[13] + own[14], machine: user + nice + system };
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}

if (run('tools/build.mjs', 'test/bench')) {
  const [load] = loadavg();
  const before = cpuTicks();
  const began = Date.now();
  run(`dist/test/bench/${name}/bench-${name}.js`, ...args);
  const after = cpuTicks();
  const seconds = ((Date.now() - began) / 1_000).toFixed(0);
  const loads = `load ${load.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after`;
  if (before === null || after === null) console.log(`${loads}; ${seconds} s`);
  else {
    const own = (after.children - before.children) / 100;
    const others = (after.machine - before.machine) / 100 - own;
    console.log(
      `${loads}; ${seconds} s, ${own.toFixed(0)} s of CPU, all else ${Math.max(0, others).toFixed(0)} s`,
    );
  }
}
