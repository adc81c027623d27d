import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** The list of a response, which is served as CSV too. */
export interface CsvList {
  /** The response's property that has the rows. */
  readonly property: string;
  /** Properties of a row, as its DTO declares them. */
  readonly columns: readonly string[];
  /** Whether the response names its next page in `nextCursor`. */
  readonly hasNextCursor: boolean;
}

/** As much as `@ApiProperty` notes of a property. */
interface NotedProperty {
  readonly type?: unknown;
  readonly isArray?: boolean;
}

/** What `@ApiProperty` notes is learned from it: its names are no part of its interface. */
const [PROPERTIES, PROPERTY] = learnNames();

function learnNames(): readonly [properties: unknown, property: unknown] {
  class Sample {
    readonly sample = true;
  }
  ApiProperty({ type: Boolean })(Sample.prototype, 'sample');
  return [
    Reflect.getMetadataKeys(Sample.prototype)[0],
    Reflect.getMetadataKeys(Sample.prototype, 'sample')[0],
  ];
}

const SCALARS: readonly unknown[] = [String, Number, Boolean];

/**
 * The one list of a response's DTO.
 *
 * @throws TypeError when there is none, or several, or when a property of its rows is no single value
 */
export function csvListOf(response: Type<unknown>): CsvList {
  const properties = propertiesOf(response);
  const [list, ...others] = properties.filter(([, { isArray }]) => isArray === true);
  if (list === undefined || others.length > 0)
    throw new TypeError(`${response.name}: CSV is of a response with one list`);
  const [property, { type }] = list;
  const columns = propertiesOf(type as Type<unknown>);
  const nested = columns.find(([, { type: kind, isArray }]) => isArray === true || isClass(kind));
  if (nested !== undefined) throw new TypeError(`${response.name}: ${nested[0]} fits no cell of CSV`);
  return {
    property,
    columns: columns.map(([name]) => name),
    hasNextCursor: properties.some(([name]) => name === 'nextCursor'),
  };
}

/** Inherited ones first. */
function propertiesOf({ prototype }: Type<unknown>): (readonly [name: string, noted: NotedProperty])[] {
  const target = prototype as object;
  const names = (Reflect.getMetadata(PROPERTIES, target) ?? []) as readonly string[];
  // Names are noted behind a colon.
  return names
    .map((name) => name.slice(1))
    .map((name) => [name, Reflect.getMetadata(PROPERTY, target, name) as NotedProperty]);
}

function isClass(type: unknown): boolean {
  return typeof type === 'function' && !SCALARS.includes(type);
}
