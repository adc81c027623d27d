import { readFileSync } from 'node:fs';
import { isObject, textOf, type Json, type JsonObject } from '../../apps/api/src/openapi/json/json.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const descriptions = ['openapi', 'asyncapi'].map(
  (name) => JSON.parse(read(`apps/api/${name}.json`)) as { components: { schemas: JsonObject } },
);

/** The texts that a launch writes to the chain: columns of the table of apps, but for what names are compared by. */
const [, app = ''] = /^model App \{\n(.*?)^\}/ms.exec(read('prisma/schema.prisma')) ?? [];
const TEXTS = [...app.matchAll(/^ {2}(\w+) +String/gm)]
  .map(([, name = '']) => name)
  .filter((name) => !/(Key|Skeleton)$/.test(name));

/** Properties that are named like such a text, and are this service's words, its operators', or a client's own. */
const OURS = [
  'CallArgument.name',
  'ChainConfig.name',
  'ExplainedCall.functionName',
  'LaunchCandidate.name',
  'LaunchCandidate.symbol',
  'LaunchCandidate.description',
  'LaunchCandidate.imageUrl',
  'LaunchCandidate.website',
  'PlatformTokenConfig.symbol',
  'Program.name',
  'ServiceIdentity.name',
  'TokenList.name',
  'UdfExchange.name',
];

/** Values that have strangers' texts in them. */
const VALUES = ['CallArgument.value'];

/** Sentences of ours that quote them. */
const SENTENCES = [
  'ExplainedCall.summary',
  'PreflightIssue.message',
  'Simulation.reason',
  'WalletCall.description',
];

interface Property {
  readonly id: string;
  readonly name: string;
  readonly schema: JsonObject;
}

const PROPERTIES = descriptions.flatMap(({ components }) =>
  Object.entries(components.schemas).flatMap(([owner, schema]) => propertiesIn(owner, schema)),
);

/** Properties of text that a schema has itself, at any depth. */
function propertiesIn(owner: string, value: Json): Property[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((part) => propertiesIn(owner, part));
  if (!isObject(value)) return [];
  const { properties } = value;
  const own = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) && [schema['type']].flat().includes('string')
      ? [{ id: `${owner}.${name}`, name, schema }]
      : [],
  );
  return [...own, ...Object.values(value).flatMap((part) => propertiesIn(owner, part))];
}

const idsOf = (properties: readonly Property[]): string[] =>
  [...new Set(properties.map(({ id }) => id))].sort();
const isMarked = ({ schema }: Property): boolean => schema['x-untrusted'] === true;
const isSentence = ({ schema }: Property): boolean => schema['x-quotes-untrusted'] === true;
const isNamedLikeText = ({ name }: Property): boolean =>
  TEXTS.some((text) => name.toLowerCase().endsWith(text.toLowerCase()));

describe('x-untrusted', () => {
  it('is said of each text of an app, of what quotes one, and of nothing else', () => {
    expect(TEXTS).toEqual(['name', 'symbol', 'description', 'imageUrl', 'website']);
    const named = idsOf(PROPERTIES.filter(isNamedLikeText));
    expect(OURS.filter((id) => !named.includes(id))).toEqual([]);
    expect(idsOf(PROPERTIES.filter(isMarked))).toEqual(
      [...named.filter((id) => ![...OURS, ...SENTENCES].includes(id)), ...VALUES].sort(),
    );
    const sentences = idsOf(PROPERTIES.filter(isSentence));
    expect(sentences.map((id) => id.replace('CallExplanation', 'ExplainedCall'))).toEqual(
      expect.arrayContaining(SENTENCES),
    );
    expect(idsOf(PROPERTIES.filter((one) => isMarked(one) && isSentence(one)))).toEqual([]);
  });

  it('is said of what descriptions call untrusted', () => {
    const called = PROPERTIES.filter(({ schema }) => /untrusted/i.test(textOf(schema['description'])));
    expect(called.length).toBeGreaterThan(10);
    expect(idsOf(called.filter((property) => !isMarked(property) && !isSentence(property)))).toEqual([]);
  });
});
