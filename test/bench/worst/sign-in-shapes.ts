import { challenge, testWallet, type TestChallenge } from '../../support/wallet.js';
import type { RunningApi } from '../../support/running-api.js';
import { fill } from '../../support/dear-texts.js';
import type { Shape } from './shape.js';

const MESSAGE_ROOM = 3_700;

type Change = (message: string) => string;

const add =
  (text: string): Change =>
  (message) =>
    message + text;

const line =
  (label: string, value: string): Change =>
  (message) =>
    message.replace(new RegExp(`^${label}: .*$`, 'm'), `${label}: ${value}`);

const domain =
  (text: string): Change =>
  (message) =>
    message.replace(/^\S+/, text);

/** What a stranger makes of a message of ours. The signature fits none of them. */
const CHANGES: readonly [what: string, change: Change][] = [
  ['a message as it was issued', (message) => message],
  ['600 resources', add(`\nResources:${fill('\n- a:', MESSAGE_ROOM - 200)}`)],
  ['a resource of slashes', add(`\nResources:\n- a:${fill('/', MESSAGE_ROOM - 200)}`)],
  ['a resource of percents', add(`\nResources:\n- a:${fill('%41', MESSAGE_ROOM - 200)}`)],
  ['a long domain', domain(fill('a', MESSAGE_ROOM - 200))],
  ['a domain of 250 dots', domain(fill('1.', 250))],
  ['a domain of an IPv6 address', domain(`[${fill('1:', MESSAGE_ROOM - 200)}]`)],
  ['a long URI', line('URI', `http://localhost:3000/${fill('a', MESSAGE_ROOM - 200)}`)],
  ['a URI of 1,000 slashes', line('URI', `http://localhost:3000${fill('/', 1_000)}`)],
  ['a URI of 1,000 percents', line('URI', `http://localhost:3000/${fill('%41', 1_000)}`)],
  ['a long nonce', line('Nonce', fill('a', MESSAGE_ROOM - 200))],
  ['a long chain id', line('Chain ID', fill('1', MESSAGE_ROOM - 200))],
  ['a long fraction', line('Issued At', `2026-01-01T00:00:00.${fill('0', MESSAGE_ROOM - 200)}Z`)],
  ['a long request id', add(`\nRequest ID: ${fill('%41', MESSAGE_ROOM - 200)}`)],
  ['a long statement', (message) => message.replace(/Sign in.*/, fill('a', MESSAGE_ROOM - 200))],
  ['4 KB of a', () => fill('a', 4_096)],
  ['4 KB of a:', () => fill('a:', 4_096)],
  ['4 KB of lines', () => fill('\n', 4_096)],
  ['32 KB of lines', () => fill('\n', 15_000)],
  ['32 KB of marks', () => fill('\u0301\u0316', 15_000)],
];

/** Sign-ins with messages that our own challenge began, so that as much as possible of each is checked. */
export async function signInShapes(api: Pick<RunningApi, 'post'>): Promise<Shape[]> {
  const wallet = testWallet(1);
  const [issued, other] = [await challenge(api, wallet.address), await challenge(api, wallet.address)];
  const foreign = await testWallet(2).signMessage({ message: issued.message });
  return [
    ...CHANGES.map(([what, change]) => tokenShape(what, change(issued.message), foreign)),
    ...signatureShapes(other),
  ];
}

function signatureShapes({ message }: TestChallenge): Shape[] {
  return [
    tokenShape('a signature of 8 KB', message, `0x${fill('ab', 16_384)}`),
    tokenShape('a signature of 30 KB', message, `0x${fill('ab', 30_000)}`),
    tokenShape('a signature that ends wrong', message, `0x${fill('ab', 16_383)}g`),
    tokenShape('a signature of an r that is no point', message, `0x${'f'.repeat(64)}${'1'.repeat(64)}1b`),
  ];
}

function tokenShape(what: string, message: string, signature: string): Shape {
  return {
    what,
    method: 'POST',
    target: '/v1/auth/token',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message, signature }),
  };
}
