import {
  hasSiweVectors,
  renderSiweFields,
  siweVectors,
  type VectorFields,
  type VerificationVector,
} from '../../../../../test/support/siwe-vectors.js';
import { recoverSigner, signedHash, type SignInRefusal, SignInVerifier } from './sign-in-verifier.js';
import { parseSignInMessage, SignInMessageError, type SignInMessage } from './sign-in-message.js';

/** The clock of vectors that name no time of their own. */
const NOW = new Date('2023-01-01T00:00:00Z');

/** The vectors are years old, and some are issued after they are checked: their age is not what they are about. */
const ANY_AGE = { maxAgeMs: Infinity, maxAheadMs: Infinity };

/** Addresses are served in any case. */
const SERVED = 'address not EIP-55';

type Outcome = SignInRefusal | 'accepted' | 'malformed';

const REFUSALS: Readonly<Record<string, Outcome>> = {
  'expired message': 'expired',
  'domain binding': 'domain_not_registered',
  'custom time': 'expired',
  'custom nonce': 'nonce_not_valid',
  'malformed signature': 'signature_not_valid',
  'wrong signature': 'signature_not_valid',
  'not yet valid': 'not_yet_valid',
  'invalid issuedAt': 'malformed',
  'invalid notBefore': 'malformed',
  'invalid expirationTime': 'malformed',
};

/** Null for no message. */
function parse(text: string): SignInMessage | null {
  try {
    return parseSignInMessage(text);
  } catch (error) {
    if (error instanceof SignInMessageError) return null;
    throw error;
  }
}

/** Puts a vector through parser and verifier, with ports that know exactly its site and nonce. */
async function verify(vector: VerificationVector): Promise<Outcome> {
  const text = renderSiweFields(vector);
  const message = parse(text);
  if (message === null) return 'malformed';
  const registered =
    vector.domainBinding === undefined
      ? [`https://${message.domain}`, new URL(message.uri).origin]
      : [`https://${vector.domainBinding}`];
  const origins = new Set(registered);
  const nonce = vector.matchNonce ?? message.nonce;
  const verifier = new SignInVerifier({
    findRegistered: (asked) => Promise.resolve(new Set(asked.filter((origin) => origins.has(origin)))),
    isNonceOpen: (asked) => Promise.resolve(asked === nonce),
    spendContractCheck: (asked) => Promise.resolve(asked === nonce),
    consumeNonce: (asked) => Promise.resolve(asked === nonce),
    isContractSignature: () => Promise.resolve(false),
  });
  const now = vector.time === undefined ? NOW : new Date(vector.time);
  const rules = { chainId: message.chainId, now, issuedAt: ANY_AGE };
  return (await verifier.refuse({ text, message, signature: vector.signature }, rules)) ?? 'accepted';
}

if (hasSiweVectors) {
  describe('the published EIP-4361 vectors', () => {
    it.each(siweVectors<{ message: string; fields: VectorFields }>('parsing_positive'))(
      'parse: %s',
      (_title, { message, fields }) => {
        expect(parseSignInMessage(message)).toMatchObject({
          scheme: fields.scheme ?? null,
          domain: fields.domain,
          address: fields.address,
          uri: fields.uri,
          chainId: fields.chainId,
          nonce: fields.nonce,
          issuedAt: new Date(fields.issuedAt ?? ''),
        });
      },
    );

    it.each(siweVectors<string>('parsing_negative'))('do not parse: %s', (title, message) => {
      expect(parse(message) !== null).toBe(title === SERVED);
    });

    it.each(siweVectors<VectorFields>('parsing_negative_objects'))(
      'do not parse, written out: %s',
      (title, fields) => {
        expect(parse(renderSiweFields(fields)) !== null).toBe(title === SERVED);
      },
    );

    it.each(siweVectors<VerificationVector>('verification_positive'))(
      'verify: %s',
      async (_title, vector) => {
        expect(await verify(vector)).toBe('accepted');
      },
    );

    it.each(siweVectors<VerificationVector>('verification_negative'))(
      'do not verify: %s',
      async (title, vector) => {
        expect(await verify(vector)).toBe(REFUSALS[title]);
      },
    );

    it.each(siweVectors<{ message: string; signature: `0x${string}` }>('eip1271'))(
      "take no contract wallet's signature for a key's: %s",
      async (_title, { message, signature }) => {
        const { address } = parseSignInMessage(message);
        expect(await recoverSigner(signedHash(message), signature)).not.toBe(address);
      },
    );

    it('are all there', () => {
      const names = ['parsing_positive', 'parsing_negative', 'parsing_negative_objects'];
      const signed = ['verification_positive', 'verification_negative', 'eip1271'];
      expect([...names, ...signed].map((name) => siweVectors(name).length)).toEqual([19, 29, 18, 4, 10, 2]);
    });
  });
} else {
  describe.skip('the published EIP-4361 vectors [skipped: ../shared/vectors/siwe is not there]', () => {
    it('parse and verify', () => undefined);
  });
}
