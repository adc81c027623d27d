import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const LANDED = '20261126150000_baseline/migration.sql';
const NEW = '20991231000000_novel/migration.sql';

describe('the list of landed migrations', () => {
  let tree: string;

  beforeEach(async () => {
    tree = await mkdtemp(path.join(tmpdir(), 'slipway-migrations-'));
    await cp(path.join(ROOT, 'prisma'), path.join(tree, 'prisma'), { recursive: true });
  });

  afterEach(async () => {
    await rm(tree, { recursive: true });
  });

  const at = (file: string): string => path.join(tree, 'prisma/migrations', file);

  async function addMigration(): Promise<void> {
    await mkdir(path.dirname(at(NEW)));
    await writeFile(at(NEW), 'SELECT 1;\n');
  }

  it('is whole', async () => {
    await expect(record(ROOT, '--check')).resolves.toBeUndefined();
  });

  it('tells of one that was edited, and keeps its line', async () => {
    await appendFile(at(LANDED), '-- later\n');
    const mistake = `${LANDED} landed and was edited: write a new one\n`;
    await expect(record(tree, '--check')).rejects.toMatchObject({ stderr: mistake });
    await expect(record(tree)).rejects.toMatchObject({ stderr: mistake });
  });

  it('tells of one that is gone', async () => {
    await rm(path.dirname(at(LANDED)), { recursive: true });
    await expect(record(tree, '--check')).rejects.toMatchObject({
      stderr: `${LANDED} landed and is gone\n`,
    });
  });

  it('tells of one without a line, which the command adds', async () => {
    await addMigration();
    await expect(record(tree, '--check')).rejects.toMatchObject({
      stderr: `${NEW} has no line in prisma/migrations.sha256: npm run write -- migrations\n`,
    });
    const before = await readFile(path.join(tree, 'prisma/migrations.sha256'), 'utf8');
    await record(tree);
    await record(tree, '--check');
    const after = await readFile(path.join(tree, 'prisma/migrations.sha256'), 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toMatch(new RegExp(`^[0-9a-f]{64}  ${NEW}\n$`));
  });
});

async function record(cwd: string, ...options: string[]): Promise<void> {
  const program = path.join(ROOT, 'tools/record-migrations.mjs');
  await promisify(execFile)(process.execPath, [program, ...options], { cwd });
}
