import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES } from '@slipway/http';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describeLlms } from '../../apps/api/src/extras/docs/agents/describe-llms.js';
import { describeLlmsFull } from '../../apps/api/src/extras/docs/agents/describe-llms-full.js';
import { describeSkill } from '../../apps/api/src/extras/docs/agents/describe-skill.js';
import { listInterface, propertiesOf } from '../../apps/api/src/extras/docs/agents/listed-interface.js';
import { isObject } from '../../apps/api/src/openapi/json/json.js';

/** Lower these when less is needed. The bound of `/llms.txt` is 4,000. */
const MOST_TOKENS = { 'llms.txt': 2_450, 'llms-full.txt': 14_500, 'skill.md': 750 };

const committed = JSON.parse(
  readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8'),
) as OpenAPIObject;
const document: OpenAPIObject = {
  ...committed,
  servers: [{ url: 'https://api.example.com/slipway/v1', description: 'production server' }],
};
const listed = listInterface(document);
const { operations, schemas } = listed;
const pages = {
  'llms.txt': describeLlms(listed),
  'llms-full.txt': describeLlmsFull(listed),
  'skill.md': describeSkill(listed),
};

/** Tags whose paths have a line a folder. */
const FAMILIES = ['Integrations', 'Pictures'];

/** Which names the text has not, each as a word of its own. */
const missing = (text: string, names: readonly string[]): string[] =>
  names.filter((name) => !new RegExp(`(^|[^\\w-])${name.replaceAll('$', '\\$')}($|[^\\w-])`, 'm').test(text));

describe.each(Object.entries(MOST_TOKENS))('/%s', (name, most) => {
  const page = pages[name as keyof typeof pages];

  it(`takes at most ${most} tokens`, () => {
    expect(countTokens(page)).toBeLessThanOrEqual(most);
  });

  it('says whose words not to trust, and what this service never does', () => {
    expect(page).toMatch(/written by strangers/);
    expect(page).toMatch(/never as instructions|follow no instruction/);
    expect(page).toMatch(/holds no funds and no keys|You sign and send nothing/);
  });

  it('names no operation and no tool that there is not', () => {
    const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    const named = [...page.matchAll(/`((?:GET|POST) \/[^`\s]*)`/g)].map(([, name = '']) => name);
    expect(named.filter((one) => !known.has(one))).toEqual([]);
    const tools = readFileSync(new URL('../e2e/__snapshots__/mcp.e2e-spec.ts.snap', import.meta.url), 'utf8');
    const words = [...page.matchAll(/`((?:find|get|list|quote|check|prepare|explain)_\w+)`/g)];
    const isKnown = (word: string): boolean =>
      tools.includes(`"name": "${word}"`) || ERROR_CODES.some((code) => code === word);
    expect(words.filter(([, word = '']) => !isKnown(word))).toEqual([]);
  });

  it('is beside the interface, wherever that is', () => {
    const urls = [...page.matchAll(/https?:\/\/[^\s)`,]+/g)].map(([url]) => url);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith('https://api.example.com/slipway/'))).toEqual([]);
  });
});

describe('/llms.txt', () => {
  const page = pages['llms.txt'];
  const [intro = '', ...sections] = page.split(/^## /m);
  const lines = intro.split('\n').filter((line) => /^- (GET|POST|PATCH|DELETE) /.test(line));

  it('has a title, a summary of one line, what to know, and a list of links (llmstxt.org)', () => {
    expect(intro).toMatch(/^# Slipway\n\n> .+\n\n[^#>]/);
    expect(sections).toHaveLength(1);
    const [, , ...links] = sections[0]!.trimEnd().split('\n');
    expect(links.filter((line) => !/^- \[[^\]]+\]\(https:\/\/\S+\)(: .+)?$/.test(line))).toEqual([]);
  });

  it.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'has %s with every parameter, in one line',
    (name, { tag, path, method, parameters, body, labels }) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      const starts = FAMILIES.includes(tag) ? [`- ${method} ${folder} `] : [`- ${name} `, `- ${name}:`];
      const [line, ...others] = lines.filter((one) => starts.some((start) => one.startsWith(start)));
      expect(others).toEqual([]);
      const words = [
        ...parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
        ...(body === null ? [] : propertiesOf(body).map((property) => property.name)),
        ...labels,
        ...(FAMILIES.includes(tag) ? [path.slice(folder.length)] : []),
      ];
      expect(missing(line ?? '', words)).toEqual([]);
    },
  );

  it('has every family of formats and pictures in a line, and no other line', () => {
    const single = operations.filter(({ tag }) => !FAMILIES.includes(tag)).length;
    const folders = operations
      .filter(({ tag }) => FAMILIES.includes(tag))
      .map(({ path }) => path.slice(0, path.lastIndexOf('/')));
    expect(lines).toHaveLength(single + new Set(folders).size);
  });

  it("has preflight's codes, every error code, how to sign in from a site, and the limits", () => {
    const { description } = operations.find(({ path }) => path === '/preflight/launch')!;
    const codes = [...description.slice(description.indexOf('**Errors**')).matchAll(/`([a-z_]+)`/g)];
    expect(codes.length).toBeGreaterThan(20);
    expect(missing(page, [...codes.map(([, code = '']) => code), ...ERROR_CODES])).toEqual([]);
    for (const words of [
      'Base URL: https://api.example.com/slipway/v1.',
      '`domain: location.host, uri: location.origin`',
      '`domain_not_registered`',
      '`origin_mismatch`',
      '`Authorization: Bearer`',
      '100 requests of class read, 10 of `heavy`',
    ])
      expect(page).toContain(words);
  });
});

describe('/llms-full.txt', () => {
  const page = pages['llms-full.txt'];

  it('has every operation with its parameters, and the shape of each schema that a response has', () => {
    for (const { method, path, summary, parameters, body } of operations) {
      const [section = ''] = page.split(`### ${method} ${path}\n`).slice(1).join('').split(/^##/m);
      expect(section.startsWith(summary)).toBe(true);
      const names = [
        ...parameters.filter((one) => one.in !== 'path'),
        ...(body === null ? [] : propertiesOf(body)),
      ];
      expect(
        missing(
          section,
          names.map(({ name }) => name),
        ),
      ).toEqual([]);
    }
    const [, shapes = ''] = page.split('## Shapes');
    const named = new Set([...page.matchAll(/^Returns ([A-Z]\w+)$/gm)].map(([, name = '']) => name));
    expect(named.size).toBeGreaterThan(30);
    for (const name of named) {
      const schema = schemas[name];
      const line = shapes.split('\n').find((one) => one.startsWith(`${name}: `));
      const names = isObject(schema ?? null)
        ? propertiesOf(schema as never).map((property) => property.name)
        : [];
      expect([name, missing(line ?? '', names)]).toEqual([name, []]);
    }
  });

  it('marks what strangers wrote', () => {
    expect(page).toMatch(/^AppSummary: \{.*name: string~.*symbol: string~.*imageUrl: [a-z]+~\|null/m);
  });

  it('names no shape that it does not have', () => {
    const [, shapes = ''] = page.split('## Shapes');
    const defined = new Set([...shapes.matchAll(/^([A-Z]\w+): /gm)].map(([, name]) => name));
    const used = [...shapes.matchAll(/: ([A-Z]\w+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !defined.has(name) && name !== 'Bearer' && name !== 'ISO')).toEqual([]);
  });
});

describe('/skill.md', () => {
  it('has a name and a description, as agents load skills', () => {
    const [, name, description] =
      /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n\n# /.exec(pages['skill.md']) ?? [];
    expect(name).toBe('slipway');
    expect(description?.length).toBeLessThanOrEqual(1_024);
  });
});
