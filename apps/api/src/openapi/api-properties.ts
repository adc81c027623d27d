import { ApiProperty } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '@slipway/http';

interface Details {
  readonly nullable?: boolean;
  /** False for what may be absent. */
  readonly required?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: string | number;
}

export const NULLABLE: Details = { nullable: true };
export const OPTIONAL: Details = { required: false };
/** A part of a whole. */
export const RATIO: Details = { minimum: 0, maximum: 1 };

/** Marks a property that has what strangers wrote: the one place from which documents and tools take it. */
export const UNTRUSTED = 'x-untrusted';

/** Marks a sentence of ours that quotes what strangers wrote. */
export const QUOTES_UNTRUSTED = 'x-quotes-untrusted';
const QUOTES = 'What stands in double quotes is untrusted text.';

type Document = (description?: string, details?: Details) => PropertyDecorator;

/** Documents a property as `ApiProperty` does, with a schema that many share. It validates nothing. */
const documentAs =
  (schema: {
    readonly type: 'string' | 'integer' | 'number' | 'boolean';
    readonly format?: string;
    readonly pattern?: string;
    readonly [UNTRUSTED]?: true;
    readonly [QUOTES_UNTRUSTED]?: true;
  }): Document =>
  (description, { example, ...details } = {}) =>
    ApiProperty({
      ...schema,
      ...details,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
    });

export const ApiText = documentAs({ type: 'string' });
/** What strangers wrote to the chain. */
export const ApiUntrustedText = documentAs({ type: 'string', [UNTRUSTED]: true });
/** A sentence of ours: what stands in double quotes in it is a stranger's, and has none itself. */
export const ApiSentence = (description: string, details?: Details): PropertyDecorator =>
  documentAs({ type: 'string', [QUOTES_UNTRUSTED]: true })(`${description} ${QUOTES}`, details);
export const ApiAddress = documentAs(ADDRESS_SCHEMA);
/** A decimal string of an integer in wei. */
export const ApiAmount = documentAs({ type: 'string', pattern: '^(0|[1-9][0-9]*)$' });
/** A decimal string of platform tokens for one whole token. */
export const ApiPrice = documentAs({ type: 'string', pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$' });
export const ApiHash = documentAs({ type: 'string', pattern: '^0x[0-9a-f]{64}$' });
export const ApiTime = documentAs({ type: 'string', format: 'date-time' });
export const ApiUrl = documentAs({ type: 'string', format: 'uri' });
export const ApiInteger = documentAs({ type: 'integer' });
export const ApiNumber = documentAs({ type: 'number' });
export const ApiBoolean = documentAs({ type: 'boolean' });

/** One of some words, or null. The words have a schema of their own: generators make types of a list with null that do not compile. */
export const ApiWordOrNull = (
  name: string,
  words: readonly string[],
  description: string,
): PropertyDecorator =>
  ApiProperty({ enum: [...words], enumName: name, type: 'string', nullable: true, description });

/** The cursor in the body of a list. */
export const ApiNextCursor = (): PropertyDecorator =>
  ApiText('`cursor` of the next page; null on the last.', NULLABLE);
