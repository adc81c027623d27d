import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

describe('npm run ops -- --help', () => {
  it('names the program as it is called, and lists every command, without a database', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: 'postgresql://stranger@127.0.0.1:9/nothing',
    };
    const program = 'dist/apps/ops/main.js';
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, '--help'], { env });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Usage: npm run ops -- \[options\] \[command\]\n/);
    for (const command of [
      'apps hide <token> --reason <text>',
      'flags list',
      'keys rotate',
      'origins add <origin>',
    ])
      expect(stdout).toContain(`  ${command}  `);
  });
});
