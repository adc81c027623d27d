import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES } from '@slipway/http';
import { describeForAgents } from '../../apps/api/src/openapi/describe-for-agents.js';

interface Described {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly 'x-service-status': string;
  readonly 'x-rate-limit-class': string;
  readonly 'x-feature-flag'?: string;
}

const document = JSON.parse(
  readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8'),
) as OpenAPIObject & { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

const page = describeForAgents({
  ...document,
  servers: [{ url: 'https://api.example.com/slipway/v1', description: 'production server' }],
});

/** A line of a list under an H2, as llmstxt.org has them. */
const LINK = /^- \[([^\]]+)\]\((https:\/\/[^)\s]+)\): (.+)$/;

describe('/llms.txt', () => {
  const [intro = '', ...sections] = page.split(/^## /m);

  it('has a title, a summary of one line, what to know, and sections of nothing but links', () => {
    expect(intro).toMatch(/^# Slipway\n\n> .+\n\n[^#>]/);
    for (const section of sections) {
      const [, ...lines] = section.trimEnd().split('\n');
      expect(lines.filter((line) => line !== '' && !LINK.test(line))).toEqual([]);
    }
    expect(page.match(/^#+ /gm)?.length).toBe(1 + sections.length);
  });

  it('has each operation of the description in one line, with its status, class and access, and no other', () => {
    const lines = sections
      .filter((section) => !section.startsWith('Optional'))
      .flatMap((section) => {
        const [tag, , ...rest] = section.trimEnd().split('\n');
        return rest.map((line) => [tag, ...(LINK.exec(line) ?? []).slice(1)]);
      });
    const expected = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        operation.tags[0],
        `${method.toUpperCase()} ${path}`,
        `https://api.example.com/openapi.json${encodeURI(`#/paths/${path.replaceAll('/', '~1')}/${method}`)}`,
        `${operation.summary} (${operation['x-service-status']}, ${operation['x-rate-limit-class']}, ${accessOf(path, operation)}${flagOf(operation)})`,
      ]),
    );
    const order = document.tags?.map(({ name }) => name) ?? [];
    expected.sort(([one = ''], [other = '']) => order.indexOf(one) - order.indexOf(other));
    expect(lines).toEqual(expected);
  });

  it('says where, how to sign in, how often, what goes wrong, and whose words not to trust', () => {
    for (const words of [
      'Base URL: https://api.example.com/slipway/v1 ',
      'untrusted text written by strangers',
      'Names, symbols, descriptions and URLs of apps',
      '`POST /auth/challenge`',
      '`Authorization: Bearer`',
      '100 requests a minute',
      'https://api.example.com/openapi.json',
      'https://api.example.com/slipway/v1/config/abis',
    ]) {
      expect(page).toContain(words);
    }
    for (const code of ERROR_CODES) expect(page).toContain(`\`${code}\``);
  });
});

function accessOf(path: string, { security }: Described): string {
  if (security === undefined) return 'open';
  return path.includes('{address}') ? 'owner' : 'bearer';
}

function flagOf({ 'x-feature-flag': flag }: Described): string {
  return flag === undefined ? '' : `, while \`${flag}\` is on`;
}
