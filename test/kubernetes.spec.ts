import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { loadSettings, type Setting, SETTINGS } from '@slipway/settings';

const ROOT = path.resolve(import.meta.dirname, '..');
const DEPLOY = path.join(ROOT, 'deploy');

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold?: number;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly object[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string }[];
}

interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly configMap?: { readonly name: string } }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas?: number;
    readonly maxUnavailable?: number;
    readonly selector?: { readonly matchLabels?: object } & object;
    readonly strategy?: { readonly rollingUpdate: { readonly maxUnavailable: number } };
    readonly suspend?: boolean;
    readonly jobTemplate?: { readonly spec: Manifest['spec'] };
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator: readonly {
    readonly name: string;
    readonly envs?: readonly string[];
    readonly files?: readonly string[];
  }[];
}

const read = (name: string): string => readFileSync(path.join(DEPLOY, name), 'utf8');
const kustomization = parse(read('kustomization.yaml')) as Kustomization;
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const workloads = [...ofKind('Deployment'), ...ofKind('Job'), ...ofKind('CronJob')].map(
  ({ metadata, spec }) => [metadata.name, (spec.jobTemplate?.spec ?? spec).template!.spec] as const,
);
const containers = workloads.flatMap(([name, pod]) =>
  pod.containers.map((container) => [name, container, pod] as const),
);
const ours = containers.filter(([, { image }]) => image === 'slipway');
const shared = Object.fromEntries(
  read('kubernetes/settings.env')
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);

/** What a secret may hold; the manifests name it only. */
const SECRETS: Readonly<Record<string, string>> = {
  database_url: 'postgresql://owner:secret@postgres/slipway',
  api_database_url: 'postgresql://api:secret@postgres/slipway',
  api_database_read_url: 'postgresql://api:secret@standby/slipway',
  api_database_pooler_url: 'postgresql://api:secret@pgbouncer/slipway',
  indexer_database_url: 'postgresql://indexer:secret@postgres/slipway',
  webhooks_database_url: 'postgresql://webhooks:secret@postgres/slipway',
  webhook_secret_key: Buffer.alloc(32).toString('base64'),
  rpc_url: 'https://node.example.com/key',
  jwt_signing_keys: '{"keys":[]}',
  redis_url: 'redis://redis:6379',
};

function environmentOf({ env = [], envFrom = [] }: Container): Record<string, string> {
  const own = env.map(({ name, value, valueFrom }) => [
    name,
    value ?? SECRETS[valueFrom?.secretKeyRef.key ?? ''] ?? '',
  ]);
  return { ...(envFrom.length > 0 && shared), ...(Object.fromEntries(own) as Record<string, string>) };
}

/** No cluster runs where this is tested: what can be known of the manifests without one is checked here. */
describe('deploy/kustomization.yaml', () => {
  it('has every manifest, and files that lie in its folder', () => {
    const written = readdirSync(path.join(DEPLOY, 'kubernetes')).filter((name) => name.endsWith('.yaml'));
    expect([...kustomization.resources].sort()).toEqual(written.map((name) => `kubernetes/${name}`).sort());
    for (const { envs = [], files = [] } of kustomization.configMapGenerator)
      for (const name of [...envs, ...files]) {
        expect(name.startsWith('..')).toBe(false);
        expect([name, existsSync(path.join(DEPLOY, name))]).toEqual([name, true]);
      }
  });

  it('runs the version of this project', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(kustomization.images).toEqual([{ name: 'slipway', newTag: version }]);
  });

  it('has the programs of the system and a cache, each that serves at least twice', () => {
    expect(workloads.map(([name]) => name).sort()).toEqual([
      'api',
      'indexer',
      'migrate',
      'ops',
      'varnish',
      'webhooks',
    ]);
    for (const { spec } of ofKind('Deployment')) {
      expect(spec.replicas).toBeGreaterThan(1);
      expect(spec.strategy?.rollingUpdate.maxUnavailable).toBe(0);
    }
  });

  it("has a template of operators' commands, which never runs by itself", () => {
    expect(ofKind('CronJob').map(({ metadata, spec }) => [metadata.name, spec.suspend])).toEqual([
      ['ops', true],
    ]);
  });

  it('has a disruption budget and labels that select for each deployment', () => {
    const budgets = ofKind('PodDisruptionBudget');
    for (const { metadata, spec } of ofKind('Deployment')) {
      const labels = spec.template?.metadata.labels;
      expect(spec.selector?.matchLabels).toEqual(labels);
      const budget = budgets.find((one) => one.metadata.name === metadata.name);
      expect(budget?.spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } });
    }
    for (const { metadata, spec } of ofKind('Service'))
      expect(ofKind('Deployment').map((one) => one.spec.selector?.matchLabels)).toContainEqual(
        metadata.name === '' ? null : spec.selector,
      );
  });

  it.each(containers)('%s is confined, and has its resources', (_name, container, pod) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
        limits: { memory: expect.any(String) as string },
      },
    });
    const volumes = pod.volumes.map(({ name }) => name);
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
    const maps = kustomization.configMapGenerator.map(({ name }) => name);
    for (const { configMap } of pod.volumes)
      if (configMap !== undefined) expect(maps).toContain(configMap.name);
  });

  it.each(containers)('%s is probed at ports that it has', (_name, container) => {
    const ports = (container.ports ?? []).map(({ name }) => name);
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    for (const probe of probes.filter((one) => one !== undefined))
      expect(ports).toContain(probe.httpGet?.port ?? probe.tcpSocket?.port);
    if (ports.length > 0)
      expect([container.livenessProbe, container.readinessProbe]).not.toContain(undefined);
  });

  it('drains the API for longer than its readiness takes to be seen, and waits for its end', () => {
    const [, container, pod] = containers.find(([name]) => name === 'api')!;
    expect(container.livenessProbe?.httpGet?.path).toBe('/health/live');
    expect(container.readinessProbe?.httpGet?.path).toBe('/health/ready');
    const { shutdownDrainSeconds } = loadSettings(environmentOf(container));
    const { periodSeconds, failureThreshold = 3 } = container.readinessProbe!;
    expect(shutdownDrainSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(shutdownDrainSeconds + 6);
  });

  it.each(containers.filter(([, { lifecycle }]) => lifecycle !== undefined))(
    '%s ends within its grace after it waited',
    (_name, { lifecycle }, { terminationGracePeriodSeconds = 30 }) => {
      const [program, seconds] = lifecycle!.preStop.exec.command;
      expect(program).toBe('sleep');
      expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 5);
    },
  );

  it.each(ours)(
    '%s has settings that production accepts, only known ones, and secrets as such',
    (name, container) => {
      const settings = Object.values<Setting>(SETTINGS);
      const environment = environmentOf(container);
      expect(settings.map((one) => one.name)).toEqual(expect.arrayContaining(Object.keys(environment)));
      const used = name === 'migrate' ? (['databaseUrl'] as const) : undefined;
      expect(loadSettings(environment, used).nodeEnv).toBe('production');
      for (const { name: variable, value, valueFrom } of container.env ?? []) {
        const isSecret = settings.find((one) => one.name === variable)?.secret === true;
        expect([variable, value === undefined]).toEqual([variable, isSecret]);
        if (valueFrom !== undefined) expect(Object.keys(SECRETS)).toContain(valueFrom.secretKeyRef.key);
      }
      // The rights of the owner are the migrations' alone.
      const secrets = (container.env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef.name);
      expect(secrets.includes('slipway-owner')).toBe(name === 'migrate');
      expect(secrets.includes('slipway-ops')).toBe(name === 'ops');
    },
  );
});
