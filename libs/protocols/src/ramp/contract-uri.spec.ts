import fc from 'fast-check';
import { readContractUri, toContractUri } from './contract-uri.js';

const texts = fc.record({
  description: fc.string({ unit: 'grapheme', maxLength: 200 }),
  imageUrl: fc.webUrl(),
  website: fc.webUrl(),
});

describe('readContractUri', () => {
  it('reads what was written', () => {
    fc.assert(
      fc.property(texts, (some) => {
        expect(readContractUri(toContractUri(some))).toEqual(some);
      }),
    );
    const nothing = { description: '', imageUrl: '', website: '' };
    expect(readContractUri(toContractUri(nothing))).toEqual(nothing);
  });

  it('reads base64, and takes only texts', () => {
    const json = JSON.stringify({ description: 'é', image: 7, external_link: ['x'], name: 'other' });
    const uri = `data:application/json;base64,${Buffer.from(json).toString('base64')}`;
    expect(readContractUri(uri)).toEqual({ description: 'é', imageUrl: '', website: '' });
  });

  it.each([
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    'https://example.com/app.json',
    'data:text/html,<b>',
    'data:application/json,{',
    'data:application/json,null',
    'data:application/json,%',
    '',
    `data:application/json,"${'a'.repeat(9_000)}"`,
  ])('fetches nothing: %.40s is its own description', (uri) => {
    expect(readContractUri(uri)).toEqual({ description: uri, imageUrl: '', website: '' });
  });
});
