import type { AppSummaryDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import { APP_CATALOGUE } from '../../apps/devnet/src/scenario/app-catalogue.js';
import { ServedMarket } from '../support/served-market.js';

/** Apps that a launchpad lets one wallet launch without waiting; every name of the scenario is one. */
const NAMES = APP_CATALOGUE.map(({ name }) => name);
const LEAST_FOUND = 0.97;

/** Letters that are typed for others: the next one of the alphabet. */
const wrong = (letter: string): string => String.fromCharCode(((letter.charCodeAt(0) - 96) % 26) + 97);

const MISTAKES: Readonly<Record<string, (letters: readonly string[], at: number) => string[]>> = {
  wrong: (letters, at) => letters.toSpliced(at, 1, wrong(letters[at]!)),
  missing: (letters, at) => letters.toSpliced(at, 1),
  doubled: (letters, at) => letters.toSpliced(at, 0, letters[at]!),
  swapped: (letters, at) => letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse()),
};

describe('GET /apps/search with a mistake in a word', () => {
  let served: ServedMarket;

  beforeAll(async () => {
    served = await ServedMarket.start(3, async (market, fixture) => {
      await market.publishPrice(250_000_000n);
      for (const [index, { name, symbol }] of APP_CATALOGUE.entries())
        await fixture.launch(fixture.trader(index % 3), { name, symbol });
    });
    await served.serveHead();
  });

  afterAll(() => served.stop());

  async function finds(q: string, name: string): Promise<boolean> {
    const { body } = await served.get<{ apps: AppSummaryDto[] }>(
      `/apps/search?limit=5&q=${encodeURIComponent(q)}`,
    );
    return body.apps.some((app) => app.name === name);
  }

  it.each(Object.keys(MISTAKES))('finds a name by each of its words with a letter %s', async (mistake) => {
    const missed: string[] = [];
    let asked = 0;
    for (const name of NAMES)
      for (const [place, word] of name.toLowerCase().split(' ').entries()) {
        // Each word has the mistake somewhere else; the word alone, and the name with it.
        const at = (asked * 7) % (word.length - (mistake === 'swapped' ? 1 : 0));
        const typed = MISTAKES[mistake]!(Array.from(word), at).join('');
        const whole = name.split(' ').with(place, typed).join(' ');
        for (const q of new Set([typed, whole])) {
          asked += 1;
          if (!(await finds(q, name))) missed.push(`${q}: ${name}`);
        }
      }
    expect({ missed, enough: missed.length <= asked * (1 - LEAST_FOUND) }).toMatchObject({ enough: true });
  });

  it('finds Pocket Atlas by pocet', async () => {
    expect(await finds('pocet', 'Pocket Atlas')).toBe(true);
  });
});
