import { readFileSync } from 'node:fs';
import { fill } from '../../support/dear-texts.js';
import { HEAD_ROOM, type Shape } from './shape.js';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const ADDRESS = `0x${'a'.repeat(40)}`;

/** A value that each path parameter takes, but for the tokens' address: no app has this one. */
const PARAMETERS: Readonly<Record<string, string>> = { board: 'apps', programId: 'season-1' };

/** Many short names that no operation knows. */
const NAMES = Array.from({ length: 3_700 }, (_, index) => index.toString(36)).join('&');

/** Headers that are read before anything is known about the request, each as long as fits beside the others. */
const HEADERS = {
  Authorization: `Bearer ${fill('a.', HEAD_ROOM / 4)}`,
  'If-None-Match': fill('"a",', HEAD_ROOM / 4),
  'Accept-Encoding': fill('a;q=0,', HEAD_ROOM / 5),
  'X-Forwarded-For': fill('::1,', HEAD_ROOM / 5),
};

/** Every operation of the description with a long path, with many unknown names and with long headers. */
export function operationShapes(): Shape[] {
  const { paths } = JSON.parse(readFileSync('apps/api/openapi.json', 'utf8')) as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((name) => shapesOf(path, name.toUpperCase())),
  );
}

function shapesOf(template: string, method: string): Shape[] {
  const target = `/v1${template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => PARAMETERS[name] ?? ADDRESS)}`;
  const body =
    method === 'POST' ? { headers: { 'Content-Type': 'application/json' }, body: '{}' } : { headers: {} };
  const shapes: Shape[] = [
    { what: '3,700 unknown names', method, target: `${target}?${NAMES}`, ...body },
    {
      what: 'long headers',
      method,
      target,
      ...body,
      headers: { ...body.headers, ...HEADERS },
      reads: true,
    },
  ];
  const long = template.replaceAll(/\{\w+\}/g, fill('%F0%9F%91%A8', HEAD_ROOM));
  if (long !== template) shapes.push({ what: 'a long parameter', method, target: `/v1${long}`, ...body });
  return shapes;
}
