import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/vectors/siwe');

/** Fields of an EIP-4361 message as the vectors write them down. */
export interface VectorFields {
  readonly scheme?: string;
  readonly domain?: string;
  readonly address?: string;
  readonly statement?: string;
  readonly uri?: string;
  readonly version?: string;
  readonly chainId?: number | string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

/** A signed message, and what it is to be checked against. */
export interface VerificationVector extends VectorFields {
  readonly signature: `0x${string}`;
  readonly time?: string;
  readonly domainBinding?: string;
  readonly matchNonce?: string;
}

/** The published vectors lie outside of this repository, which must pass its tests without them. */
export const hasSiweVectors = existsSync(FOLDER);

export function siweVectors<T>(name: string): [title: string, vector: T][] {
  if (!hasSiweVectors) return [];
  return Object.entries(
    JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Record<string, T>,
  );
}

/** The text of EIP-4361 for some fields; a field that is missing leaves its line out. */
export function renderSiweFields(fields: VectorFields): string {
  const origin = fields.scheme === undefined ? fields.domain : `${fields.scheme}://${fields.domain ?? ''}`;
  const lines: [label: string, value: string | number | undefined][] = [
    ['URI', fields.uri],
    ['Version', fields.version],
    ['Chain ID', fields.chainId],
    ['Nonce', fields.nonce],
    ['Issued At', fields.issuedAt],
    ['Expiration Time', fields.expirationTime],
    ['Not Before', fields.notBefore],
    ['Request ID', fields.requestId],
  ];
  return [
    `${origin ?? ''} wants you to sign in with your Ethereum account:`,
    fields.address ?? '',
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    '',
    ...lines.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`])),
    ...(fields.resources === undefined ? [] : ['Resources:', ...fields.resources.map((one) => `- ${one}`)]),
  ].join('\n');
}
