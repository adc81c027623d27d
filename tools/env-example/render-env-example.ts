import { type Setting, SETTINGS } from '@slipway/settings';

const HEAD = `# Every setting with its default: \`npm run env:write\` makes this file. Copy it to .env and take the # from what you
# change: \`npm run dev\` and Docker Compose read .env. In brackets: the programs that read it, whether production refuses
# the default, and whether it is a secret, which may stand in a file that NAME_FILE names instead.
`;

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  return [HEAD, ...Object.values<Setting>(SETTINGS).map(render)].join('\n');
}

function render(setting: Setting): string {
  const marks = [
    setting.usedBy.join(', '),
    ...(setting.developmentDefault === true ? ['not for production'] : []),
    ...(setting.secret === true ? ['secret'] : []),
  ];
  return `# ${setting.description} (${marks.join('; ')})\n# ${setting.name}=${setting.default}\n`;
}
