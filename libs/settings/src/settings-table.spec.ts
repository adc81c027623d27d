import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Setting, SETTINGS } from './index.js';

const TABLE = path.resolve(import.meta.dirname, '../../../docs/settings.md');

describe('the table of settings', () => {
  it('has every variable as the code has it, in its order, and no other', () => {
    expect(rowsOf(readFileSync(TABLE, 'utf8'))).toEqual([
      ['Variable', 'Default', 'Used by', 'Meaning'],
      ...Object.values<Setting>(SETTINGS).map(row),
    ]);
  });
});

describe('SETTINGS', () => {
  it('documents each variable once', () => {
    const names = Object.values(SETTINGS).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

function row(setting: Setting): string[] {
  const marks = [
    ...(setting.secret === true ? ['_secret_'] : []),
    ...(setting.developmentDefault === true ? ['_dev_'] : []),
  ];
  const name = [`\`${setting.name}\``, ...marks].join(' ');
  return [name, `\`${setting.default}\``, setting.usedBy.join(', '), setting.description];
}

/** The cells of the page's only table, without the line between head and body. */
function rowsOf(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
