import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const FOLDER = path.resolve(import.meta.dirname, '../deploy/kubernetes');
/** Where the types are looked for from; no such file is written. */
const SOURCE = path.join(FOLDER, 'manifests.ts');
const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec?: Record<string, unknown>;
}

const manifests = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(path.join(FOLDER, name), 'utf8')))
  .map((document) => document.toJS() as Manifest);

/**
 * What the interface of Kubernetes has against some manifests. `kubernetes-models` makes its types of the official description;
 * as literals of these types they may have no field that it does not know, which its JSON Schemas allow.
 */
function findMistakes(some: readonly Manifest[]): string[] {
  const lines = some.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as Kind${index} } from 'kubernetes-models/${manifest.apiVersion}';
      export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};`,
  );
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === SOURCE || fileExists.call(host, name);
  host.getSourceFile = (name, ...rest) =>
    name === SOURCE
      ? ts.createSourceFile(name, lines.join('\n'), rest[0])
      : getSourceFile.call(host, name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([SOURCE], OPTIONS, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('manifests of deploy/kubernetes', () => {
  it('are what the interface of Kubernetes takes', () => {
    expect(manifests.map(({ kind }) => kind)).toContain('Deployment');
    expect(findMistakes(manifests)).toEqual([]);
  });

  it('would be refused with a field that it does not know, or a value of another type', () => {
    const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment');
    const changed = [{ replica: 3 }, { replicas: '3' }].map((change) => ({
      ...deployment!,
      spec: { ...deployment!.spec, ...change },
    }));
    expect(findMistakes(changed)).toEqual([
      expect.stringContaining("'\"replica\"' does not exist in type 'IDeploymentSpec'"),
      expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    ]);
  });
});
