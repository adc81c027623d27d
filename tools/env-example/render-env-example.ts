import { type Setting, SETTINGS } from '@slipway/settings';

const HEAD = `# Every setting with its default: \`npm run env:write\` makes this file. Copy it to .env and take the # from what you
# change: \`npm run dev\` and Docker Compose read .env. A secret may stand in a file that NAME_FILE names instead.
`;

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  return [HEAD, ...Object.values<Setting>(SETTINGS).map(render)].join('\n');
}

function render({ name, default: fallback, description, usedBy, secret }: Setting): string {
  const marks = secret === true ? [...usedBy, 'secret'] : usedBy;
  return `# ${description} (${marks.join(', ')})\n# ${name}=${fallback}\n`;
}
