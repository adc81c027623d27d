import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minVersion, satisfies } from 'semver';

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: true;
  readonly dev?: true;
  readonly devOptional?: true;
  readonly optional?: true;
  readonly engines?: { readonly node?: string };
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Manifest {
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** What `npm ci` is told to install, here, in CI and in the image. */
describe('package-lock.json', () => {
  const manifest = read('package.json') as Manifest;
  // Without the project itself and its libraries.
  const packages = Object.entries((read('package-lock.json') as Lockfile).packages).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && link !== true,
  );

  it('has the checksum of every package', () => {
    const without = packages.filter(
      ([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    );
    expect(without.map(([folder]) => folder)).toEqual([]);
  });

  it('leaves it to the registry that npm is set to where packages come from', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([folder]) => folder)).toEqual(
      [],
    );
  });

  // The image leaves out development's and optional packages: Dockerfile.
  const installed = packages.filter(
    ([, { dev, devOptional, optional }]) => dev !== true && devOptional !== true && optional !== true,
  );

  it("installs no tool of Prisma's in the image, no prerelease, and no package with a licence of shared sources", () => {
    expect(installed.length).toBeGreaterThan(100);
    const tools = installed.filter(
      ([folder, { version, license = '' }]) =>
        /node_modules\/(prisma|@prisma\/(dev|studio-core|engines))$/.test(folder) ||
        /-(alpha|beta|rc|dev)/.test(version) ||
        /\b(EPL|[AL]?GPL)\b/.test(license),
    );
    // ethers, which siwe asks for, pins this one; it has no later version.
    const PINNED_BY_ETHERS = 'node_modules/aes-js 4.0.0-beta.5';
    expect(tools.map(([folder, { version }]) => `${folder} ${version}`)).toEqual([PINNED_BY_ETHERS]);
  });

  it('installs nothing in the image that needs a newer Node.js than `engines` allows', () => {
    const oldest = minVersion(manifest.engines.node)?.version ?? '';
    expect(oldest).toBe('20.19.0');
    const tooNew = installed.filter(([, { engines }]) => !satisfies(oldest, engines?.node ?? '*'));
    expect(tooNew.map(([folder, { engines }]) => `${folder} ${engines?.node ?? ''}`)).toEqual([]);
  });
});

describe('package.json', () => {
  const { dependencies, devDependencies } = read('package.json') as Manifest;

  it('pins every dependency to one version', () => {
    const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });
});

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8'));
}
