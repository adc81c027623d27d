import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { cpuOf } from '../../../../../test/support/cpu-of.js';
import { fill } from '../../../../../test/support/dear-texts.js';
import { parseSignInMessage, writeSignInMessage } from './sign-in-message.js';
import { isUri } from './uri-grammar.js';

const FIELDS = {
  domain: 'app.example.com',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  uri: 'https://app.example.com',
  chainId: 31_337,
  nonce: '0123456789abcdef',
  issuedAt: new Date(0),
  expirationTime: new Date(600_000),
};

const WANTS = 'wants you to sign in with your Ethereum account:';

const MESSAGE = writeSignInMessage(FIELDS) ?? '';

/** Characters that a WHATWG parser takes in one part of a URL or another, those of RFC 3986 among them. */
const PIECE = fc.oneof(
  fc.constantFrom(
    ...Array.from('/?#@:%[]{}|\\^`"<> .~!$&\'()*+,;=-_aé\u{1F98A}\t\n'),
    '%41',
    '//',
    '[::1]',
    ':80',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
);
const TAIL = fc.array(PIECE, { maxLength: 8 }).map((pieces) => pieces.join(''));

/** A message with every line that EIP-4361 knows. */
const FULL =
  `https://${MESSAGE}\nNot Before: 1970-01-01T00:00:00Z\nRequest ID: a%20b\nResources:\n- urn:a`.split('\n');

/** What stands, or nearly stands, after a label of a line. */
const VALUE = fc.oneof(
  TAIL,
  fc.constantFrom(
    ...[
      '',
      ' ',
      '0',
      '00',
      '01',
      '1',
      '2',
      '-1',
      '1e3',
      '123456789012345',
      'abcdefgh',
      'abcdefg',
      'a-bcdefgh',
    ],
    ...[
      '1970-01-01T00:00:00Z',
      '1970-01-01T00:00:00.5+01:00',
      '1970-01-01 00:00:00Z',
      '1970-02-30T00:00:00Z',
    ],
    ...['1970-13-01T00:00:00Z', '1970-01-01T23:60:00Z', '1970-01-01T23:59:59+25:00'],
    ...[
      '1970-01-01T00:00:00',
      '1970-01-01t00:00:00z',
      '70-01-01T00:00:00Z',
      'urn:a',
      'Resources:',
      'Version: 1',
    ],
    ...[
      FIELDS.address,
      FIELDS.address.toLowerCase(),
      FIELDS.address.slice(0, -1),
      FIELDS.address.replace('0x', '0X'),
    ],
    ...['a.b', 'a@b:1', '[::1]:80', '[::1', '1a://b', 'a+b.c-d://e'].map((d) => `${d} ${WANTS}`),
  ),
);

/** Whether the `siwe` package reads a message, and would write the same. */
function isSiweMessage(text: string): boolean {
  try {
    return new SiweMessage(text).prepareMessage() === text;
  } catch {
    return false;
  }
}

describe('the messages of a challenge', () => {
  it('are read by our own parser whatever the uri, or none is written', () => {
    let written = 0;
    fc.assert(
      fc.property(TAIL, (tail) => {
        const uri = `https://app.example.com${tail}`;
        const text = writeSignInMessage({ ...FIELDS, uri });
        if (text === null) return;
        written += 1;
        expect(parseSignInMessage(text)).toMatchObject({ uri, nonce: FIELDS.nonce, domain: FIELDS.domain });
        expect(new SiweMessage(text).uri).toBe(uri);
      }),
      { numRuns: 500 },
    );
    expect(written).toBeGreaterThan(20);
  });

  it.each(['a b', '|', '{}', 'é', '%', '%4', '[', '`', '^', '"'])('are none with %s in the uri', (text) => {
    expect(writeSignInMessage({ ...FIELDS, uri: `https://app.example.com/${text}` })).toBeNull();
  });

  it('are none for a domain that the grammar has no place for', () => {
    expect(writeSignInMessage({ ...FIELDS, domain: 'a{b}.example' })).toBeNull();
  });
});

describe('isUri', () => {
  it('says what the grammar of siwe does', () => {
    const start = fc.constantFrom('https://', 'https://a', 'a:', 'a:/', 'urn:x', 'https://[::1]', '1a:', '');
    const known = (uri: string): boolean => {
      try {
        return new SiweMessage(MESSAGE.replace(/URI: .*/, () => `URI: ${uri}`)).uri === uri;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(start, TAIL, (head, tail) => {
        fc.pre(!tail.includes('\n'));
        expect([head + tail, isUri(head + tail)]).toEqual([head + tail, known(head + tail)]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('parseSignInMessage', () => {
  it('reads resources, and refuses what is none', () => {
    const read = (resources: string): unknown => parseSignInMessage(`${MESSAGE}\nResources:${resources}`);
    expect(read('\n- https://a.com/x?y#z\n- urn:a')).not.toBeNull();
    expect(read('')).not.toBeNull();
    expect(read('\n- a b')).toBeNull();
    expect(read('\nhttps://a.com')).toBeNull();
    expect(read('\n- urn:a\n')).toBeNull();
    expect(read('\n- urn:a'.repeat(100))).not.toBeNull();
    expect(read('\n- urn:a'.repeat(101))).toBeNull();
  });

  it('takes the statements that the grammar of siwe takes', () => {
    fc.assert(
      fc.property(TAIL, (statement) => {
        const text = MESSAGE.replace(/Sign in.*/, () => statement);
        expect([statement, parseSignInMessage(text) !== null]).toEqual([statement, isSiweMessage(text)]);
      }),
      { numRuns: 500 },
    );
  });

  it('takes the lines that the grammar of siwe takes', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.nat(FULL.length - 1), VALUE, fc.boolean(), (at, value, isWhole) => {
        const [label = ''] = /^[^:]+: |^- |^/.exec(FULL[at] ?? '') ?? [];
        const line = isWhole ? value : label + value;
        const text = FULL.with(at, line).join('\n');
        const isTaken = isSiweMessage(text);
        expect([text, parseSignInMessage(text) !== null]).toEqual([text, isTaken]);
        if (isTaken) taken += 1;
      }),
      { numRuns: 600 },
    );
    expect(taken).toBeGreaterThan(20);
  });

  it.each(['1970-01-01T24:00:00Z', '1970-01-01T00:00:60Z', '1970-02-30T00:00:00Z'])(
    'refuses the time %s',
    (time) => {
      expect(parseSignInMessage(MESSAGE.replace(/Issued At: .*/, `Issued At: ${time}`))).toBeNull();
    },
  );

  it.each(FULL.map((line, at) => [line, at] as const))(
    'takes what siwe takes without the line "%s"',
    (_line, at) => {
      const text = FULL.toSpliced(at, 1).join('\n');
      expect(parseSignInMessage(text) !== null).toBe(isSiweMessage(text));
    },
  );

  it.each([
    ['600 resources', `${MESSAGE}\nResources:${fill('\n- a:', 3_000)}`],
    ['a resource of slashes', `${MESSAGE}\nResources:\n- a:/${fill('/', 3_000)}`],
    ['a long domain', MESSAGE.replace('app.example.com', fill('a.', 3_000))],
    ['a long URI', MESSAGE.replace('URI: https://app.example.com', `URI: https://a${fill('/', 3_000)}`)],
    [
      'a URI of 1,000 slashes',
      MESSAGE.replace('URI: https://app.example.com', `URI: https://a${fill('/', 1_000)}`),
    ],
    ['a long nonce', MESSAGE.replace(FIELDS.nonce, fill('a', 3_000))],
    ['a long request id', `${MESSAGE}\nRequest ID: ${fill('%41', 3_000)}`],
    ['a long statement', MESSAGE.replace(/Sign in.*/, fill('a', 3_000))],
    ['lines', fill('\n', 30_000)],
    ['marks', fill('\u0301\u0316', 30_000)],
  ])('takes little of the CPU for %s', (_what, text) => {
    expect(cpuOf(() => parseSignInMessage(text))).toBeLessThan(15);
  });
});
