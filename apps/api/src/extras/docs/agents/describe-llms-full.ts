import { basics, SUMMARY } from './describe-llms.js';
import {
  groupBy,
  propertiesOf,
  type ListedInterface,
  type ListedOperation,
  type ListedProperty,
} from './listed-interface.js';
import { FORMS, namesIn, shapeOf, wordOf } from './shapes.js';

/** Every operation with what its description says, and the shapes of its request and response. */
export function describeLlmsFull(listed: ListedInterface): string {
  const sections = groupBy(listed.operations, ({ tag }) => tag).map(
    ([tag, tagged]) => `## ${tag}\n\n${tagged.map(describe).join('\n\n')}`,
  );
  return `${[`# ${listed.title}`, SUMMARY, basics(listed), ...sections, shapes(listed)].join('\n\n')}\n`;
}

function describe(operation: ListedOperation): string {
  const { method, path, summary, description, labels, parameters, body, response } = operation;
  const told = labels.length === 0 ? '' : ` (${labels.join(', ')})`;
  const sent = parameters.filter(({ in: place, schema }) => place !== 'path' || schema['enum'] !== undefined);
  return [
    `### ${method} ${path}`,
    `${summary}${told}. ${description.replaceAll('\n\n', '\n')}`,
    ...sent.map(parameterLine),
    ...(body === null ? [] : ['JSON body:', ...propertiesOf(body).map(parameterLine)]),
    ...(response === null ? [] : [`Returns ${typeof response === 'string' ? response : shapeOf(response)}`]),
  ].join('\n');
}

function parameterLine({ name, isRequired, schema, description }: ListedProperty): string {
  const preset = schema['default'] === undefined ? '' : ` = ${wordOf(schema['default'])}`;
  return `- ${name}${isRequired ? '!' : ''}: ${shapeOf(schema)}${preset}. ${description}`.trimEnd();
}

/** Each schema that operations name, and those that they name in turn. */
function shapes({ operations, schemas }: ListedInterface): string {
  const named = new Set<string>();
  const add = (name: string): void => {
    if (named.has(name)) return;
    named.add(name);
    namesIn(schemas[name] ?? null).forEach(add);
  };
  for (const { response } of operations) namesIn(response).forEach(add);
  const lines = [...named].map((name) => `${name}: ${shapeOf(schemas[name] ?? null)}`);
  return `## Shapes\n\n${FORMS}\n\n${lines.join('\n')}`;
}
