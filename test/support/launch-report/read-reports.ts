import type { Hex } from 'viem';
import { askAgain } from '../ask-again.js';
import { startApi } from '../running-api.js';
import { differencesOf, inSmallLetters, type Json } from './compare-reports.js';
import type { RecountChain } from './recount-chain.js';
import { recountReport } from './recount-report.js';

/** Reports asked for at once. */
const AT_ONCE = 4;

/** What the API says of apps, with addresses in small letters. @param below the path of an app */
export async function readReports(
  databaseUrl: string,
  tokens: readonly Hex[],
  below = '/launch-report',
): Promise<Json[]> {
  const api = await startApi(databaseUrl, { databasePoolSize: AT_ONCE });
  const read = async (token: Hex): Promise<Json> => {
    const response = await askAgain(() => api.get(`/apps/${token}${below}`));
    if (response.status !== 200) throw new Error(`${token}: ${response.status} ${await response.text()}`);
    return inSmallLetters(await response.json()) as Json;
  };
  try {
    const reports: Json[] = [];
    for (let i = 0; i < tokens.length; i += AT_ONCE)
      reports.push(...(await Promise.all(tokens.slice(i, i + AT_ONCE).map(read))));
    return reports;
  } finally {
    await api.close();
  }
}

/** Where reports of all apps of a chain, or of the newest, are not what the recount says. */
export async function findDifferences(
  databaseUrl: string,
  chain: RecountChain,
  most = Infinity,
): Promise<string[]> {
  const apps = [...chain.apps.values()].slice(-most);
  const reports = await readReports(
    databaseUrl,
    apps.map(({ launched }) => launched.token),
  );
  return apps.flatMap((facts, i) => differencesOf(reports[i]!, recountReport(chain, facts)));
}
