import type { AsOf, AsOfBlock } from '@slipway/domain';
import { isObject, type Json, type JsonObject } from '../../openapi/json/json.js';
import { toPath, type ResultShape } from './schemas/result-shape.js';

/** The most bytes of a result that was not asked to be longer, calldata aside. */
const MOST_BYTES = 4_096;

/** How many characters of a stranger's text are shown: the first of these with which a result fits, else none. */
const TEXT_LENGTHS = [160, 80, 40, 20, 10];

interface ResultOptions {
  /** What the tool's results have, and what of it is a stranger's. */
  readonly shape: ResultShape;
  /** Paths to keep; null for all. */
  readonly fields: readonly string[] | null;
  /** Whether the result may be longer than 4 KB, with texts uncut. */
  readonly isLongAsked: boolean;
  /** Whether strangers' texts are shown at all. */
  readonly showsUntrusted: boolean;
}

/** What a tool returns, and the same as text, which is made once. */
export interface ToolResult {
  readonly structuredContent: JsonObject;
  readonly text: string;
}

/** The block, and of the body what the tool's shape has, as it is sent, with strangers' texts under `untrusted`. */
export function toResult({ asOf, body }: AsOf<unknown>, options: ResultOptions): ToolResult {
  const { shape, fields, isLongAsked, showsUntrusted } = options;
  const block = toBlock(asOf);
  const value = { ...(body as object), asOf: block };
  const shorten = (length: number): Shortened => {
    const counter = { uncounted: 0 };
    const shaped = separate(value, shape, showsUntrusted ? length : 0, counter) as JsonObject;
    const structuredContent =
      fields === null ? shaped : { ...(pick(shaped, fields.map(toPath)) as JsonObject), asOf: block };
    const text = JSON.stringify(structuredContent);
    return { result: { structuredContent, text }, ...counter };
  };
  if (isLongAsked) return shorten(Number.POSITIVE_INFINITY).result;
  for (const length of TEXT_LENGTHS) {
    const { result, uncounted } = shorten(length);
    if (Buffer.byteLength(result.text) - uncounted <= MOST_BYTES) return result;
  }
  return shorten(0).result;
}

interface Shortened {
  readonly result: ToolResult;
  /** Bytes that the bound leaves out. */
  readonly uncounted: number;
}

/** The block of a result, as it is sent. */
function toBlock({ block, time }: AsOfBlock): JsonObject {
  return { block: Number(block), time: time.toISOString() };
}

/** @param length of a stranger's text; 0 leaves `untrusted` out */
function separate(value: unknown, shape: ResultShape, length: number, counter: { uncounted: number }): Json {
  if (typeof value !== 'object' || value === null) {
    if (shape.isUncounted && typeof value === 'string') counter.uncounted += Buffer.byteLength(value);
    return value as Json;
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((item) => separate(item, shape, length, counter));
  const said: Record<string, Json> = {};
  for (const [name, part] of shape.parts) {
    const found = (value as Readonly<Record<string, unknown>>)[name];
    if (found === undefined) continue;
    const isSentence = shape.sentences.has(name) && typeof found === 'string';
    said[name] = isSentence ? withoutQuotes(found) : separate(found, part, length, counter);
  }
  const texts = length === 0 ? [] : textsOf(value, shape, length);
  if (texts.length > 0) said['untrusted'] = Object.fromEntries(texts);
  return said;
}

/** What strangers wrote of an object, cut; of a sentence its quotes in order, if it has any. */
function textsOf(
  value: object,
  { texts, sentences }: ResultShape,
  length: number,
): [name: string, text: Json][] {
  return texts.flatMap((name): [string, Json][] => {
    const text = (value as Readonly<Record<string, Json>>)[name];
    if (text === undefined) return [];
    if (!sentences.has(name)) return [[name, clip(text, length)]];
    const quotes = typeof text === 'string' ? [...text.matchAll(QUOTE)].map(([, quote = '']) => quote) : [];
    return quotes.length === 0 ? [] : [[name, quotes.map((quote) => clip(quote, length))]];
  });
}

/** What a stranger wrote stands in double quotes, and has none itself. */
const QUOTE = /"([^"]*)"/g;

/** A sentence with a number in place of each quote: `"{1}"`. */
function withoutQuotes(sentence: string): string {
  let count = 0;
  return sentence.replaceAll(QUOTE, () => `"{${(count += 1)}}"`);
}

/** Cuts between code points. */
function clip(value: Json, length: number): Json {
  if (typeof value !== 'string' || value.length <= length) return value;
  // A code point is two units at most: one more than the wanted tells of a rest.
  const points = Array.from(value.slice(0, 2 * (length + 1)));
  return points.length <= length ? value : `${points.slice(0, length).join('')}…`;
}

function pick(value: Json, paths: readonly (readonly string[])[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => pick(item, paths));
  if (!isObject(value) || paths.some((path) => path.length === 0)) return value;
  const kept = Object.entries(value).map(([name, part]) => {
    const below = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    return [name, below.length === 0 ? undefined : pick(part, below)];
  });
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined)) as JsonObject;
}
