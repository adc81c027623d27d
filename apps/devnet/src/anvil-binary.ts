import { createRequire } from 'node:module';

/**
 * The anvil program itself. The npm package's own `anvil` command is a script that starts this program: whoever kills
 * the script with SIGKILL leaves the program running.
 *
 * @throws Error when the package has no program for this platform
 */
export function anvilBinary(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
}
