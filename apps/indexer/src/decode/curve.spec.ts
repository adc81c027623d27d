import type { EventOf } from '@slipway/chain';
import { slipway } from '@slipway/protocols/slipway';
import type { Deployment } from '@slipway/protocols';
import { toAddress } from '@slipway/domain';
import { cpuOf } from '../../../../test/support/cpu-of.js';
import { handleLaunched } from './curve.js';

const ADDRESS = toAddress(`0x${'11'.repeat(20)}`);

const DEPLOYMENT = { initialVirtualPlatform: 1n, initialVirtualToken: 1n, protocol: slipway } as Deployment;

function launchOf(text: string): EventOf<'Launched'> {
  return {
    name: 'Launched',
    contract: ADDRESS,
    blockNumber: 1,
    blockHash: '0x01',
    logIndex: 0,
    txHash: '0x02',
    token: ADDRESS,
    creator: ADDRESS,
    appName: text,
    symbol: text,
    description: text,
    imageUrl: `https://${text}.com/`,
    website: `https://${text}.com/`,
    cost: 1n,
  };
}

/** What grows most, or costs most, when it is normalised, folded, taken for its look-alikes or cut into words. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['combining marks in the wrong order', 'a\u0316\u0301'],
  ['one character that decomposes into 18', '\ufdfa'],
  ['words of such characters', '_\ufdfa'],
  ['letters of other alphabets in words', 'ä б_c '],
  ['words of one letter', '_a'],
  ['spaces and letters', ' a'],
  ['Greek with marks', '\u1f82'],
  ['Tibetan marks', '\u0f71\u0f72\u0f74\u0f80'],
  ['families', '👩‍👩‍👧‍👦'],
  ['tags', '\u{e0061}'],
  ['NUL', '\0'],
  ['lone surrogates', '\udc00'],
  ['percent-encoded marks', '%CC%81%CC%96'],
  ['look-alikes of rn', 'Ｍm'],
];

describe('the cost of a launch', () => {
  it.each(HOSTILE)('takes no more than milliseconds with fields full of %s', (_, unit) => {
    const event = launchOf(unit.repeat(200_000 / unit.length));
    expect(cpuOf(() => handleLaunched(event, new Date(0), DEPLOYMENT))).toBeLessThan(25);
  });

  it('takes no more than milliseconds where no letter was met before', () => {
    let next = 0x3400;
    const launch = (): unknown => {
      const name = String.fromCodePoint(...Array.from({ length: 128 }, () => next++));
      return handleLaunched(launchOf(name), new Date(0), DEPLOYMENT);
    };
    expect(cpuOf(launch)).toBeLessThan(25);
  });
});
