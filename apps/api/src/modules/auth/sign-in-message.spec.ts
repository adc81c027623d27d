import { cpuOf } from '../../../../../test/support/cpu-of.js';
import { fill } from '../../../../../test/support/dear-texts.js';
import { parseSignInMessage, SignInMessageError, writeSignInMessage } from './sign-in-message.js';

const FIELDS = {
  domain: 'app.example.com',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  uri: 'https://app.example.com',
  chainId: 31_337,
  nonce: '0123456789abcdef',
  issuedAt: new Date(0),
  expirationTime: new Date(600_000),
};

const MESSAGE = writeSignInMessage(FIELDS);

/** A message with every line that EIP-4361 knows. */
const FULL = `https://${MESSAGE}\nNot Before: 1970-01-01T00:00:00Z\nRequest ID: a%20b\nResources:\n- urn:a\n- https://a.com/x?y#z`;

/** What was wrong; null when nothing was. */
function failureOf(work: () => unknown): SignInMessageError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof SignInMessageError) return error;
    throw error;
  }
}

const whyNot = (text: string): string | undefined => failureOf(() => parseSignInMessage(text))?.message;

const line =
  (label: string, value: string) =>
  (text: string): string =>
    text.replace(new RegExp(`${label}: .*`), () => `${label}: ${value}`);
const without =
  (label: string) =>
  (text: string): string =>
    text.replace(new RegExp(`${label}.*\n`), '');

describe('writeSignInMessage', () => {
  it('writes what is read again', () => {
    expect(parseSignInMessage(MESSAGE)).toEqual({ ...FIELDS, scheme: null, notBefore: null });
  });

  it.each(['a b', '|', '{}', 'é', '%', '%4', '[', '`', '^', '"'])(
    'has no place for %j in the uri',
    (text) => {
      const uri = `https://app.example.com/${text}`;
      expect(failureOf(() => writeSignInMessage({ ...FIELDS, uri }))).toMatchObject({ line: 6 });
    },
  );

  it.each(['a{b}.example', 'a b.example', ''])('has no place for the domain "%s"', (domain) => {
    expect(failureOf(() => writeSignInMessage({ ...FIELDS, domain }))).toMatchObject({ line: 1 });
  });
});

describe('parseSignInMessage', () => {
  it('reads every line', () => {
    expect(parseSignInMessage(FULL)).toEqual({ ...FIELDS, scheme: 'https', notBefore: new Date(0) });
  });

  it.each([
    ['lower case', FIELDS.address.toLowerCase()],
    ['upper case', `0x${FIELDS.address.slice(2).toUpperCase()}`],
    ['a wrong checksum', FIELDS.address.replace('3C44', '3c44')],
  ])('reads an address in %s', (_what, address) => {
    expect(parseSignInMessage(MESSAGE.replace(FIELDS.address, address)).address).toBe(FIELDS.address);
  });

  it.each<[string, string, (text: string) => string]>([
    ['no message', 'line 1: domain cannot be empty', () => ''],
    ['other text', 'line 1: is not as EIP-4361 has it', () => 'Sign in, please'],
    ['CRLF', 'line 1: ends in CR LF: lines end in LF', (text) => text.replaceAll('\n', '\r\n')],
    [
      'an emoji in the statement',
      'line 4: only printable ASCII characters are allowed',
      (text) => text.replace('Sign in', '\u{1F98A}'),
    ],
    ['a short address', 'line 2: invalid address', (text) => text.replace('293BC', '')],
    ['a bad URI', 'line 6: invalid URI scheme', line('URI', '|')],
    ['another version', 'line 7: invalid version', line('Version', '2')],
    ['no chain id', 'line 8: "Chain ID:" is missing', without('Chain ID')],
    ['a chain id that is no number', 'line 8: invalid chain-id', line('Chain ID', 'x')],
    ['a short nonce', 'line 9: invalid nonce', line('Nonce', 'abc')],
    ['no issue time', 'line 10: "Issued At:" is missing', without('Issued At')],
    ['a time that is none', 'line 10: invalid issued-at date time syntax', line('Issued At', 'now')],
    [
      'a day that does not exist',
      'line 10: invalid issued-at date time semantics',
      line('Issued At', '2026-02-31T00:00:00Z'),
    ],
    ['a prefix in upper case', 'line 2: invalid EIP-55 address', (text) => text.replace('0x3C44', '0X3C44')],
    [
      'a leap second of an optional line',
      'line 12: has a leap second, which is not served',
      line('Not Before', '2016-12-31T23:59:60Z'),
    ],
    [
      'a leap second',
      'line 10: has a leap second, which is not served',
      line('Issued At', '2016-12-31T23:59:60Z'),
    ],
    ['a line more', 'line 17: invalid resource', (text) => `${text}\n`],
    ['101 resources', 'line 115: must have at most 100 resources', (text) => text + '\n- urn:a'.repeat(99)],
    ['5 KB', 'must be at most 4 KB', (text) => text + 'a'.repeat(5_000)],
  ])('refuses %s: %s', (_what, message, change) => {
    expect(whyNot(change(FULL))).toBe(message);
  });

  it('repeats nothing of the text', () => {
    for (const at of FULL.split('\n').keys()) {
      const text = FULL.split('\n').with(at, 'secret-marker').join('\n');
      expect(whyNot(text) ?? '').not.toContain('secret');
    }
  });

  it.each([
    ['100 resources of slashes', `${MESSAGE}\nResources:${fill(`\n- a:${'/'.repeat(30)}`, 3_500)}`],
    ['a URI of slashes', line('URI', `https://a${fill('/', 3_000)}`)(MESSAGE)],
    ['a domain of dots', MESSAGE.replace('app.example.com', fill('a.', 3_000))],
    ['a long request id', `${MESSAGE}\nRequest ID: ${fill('%41', 3_000)}`],
    ['a long statement', MESSAGE.replace(/Sign in.*/, fill('a', 3_000))],
    ['one long line', fill('a', 4_096)],
    ['lines', fill('\n', 30_000)],
    ['marks', fill('\u0301\u0316', 30_000)],
  ])('takes little of the CPU for %s', (_what, text) => {
    expect(cpuOf(() => whyNot(text))).toBeLessThan(60);
  });
});
