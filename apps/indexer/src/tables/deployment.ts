import type { Deployment } from '@slipway/protocols';
import type { Session } from '../postgres/session.js';
import { FeedPhases } from '../registry/feed-phases.js';
import { addFeedPhases, readFeedPhases } from './feed-phases.js';

/** The database was indexed from other contracts than those configured. */
export class OtherDeploymentError extends Error {
  override readonly name = 'OtherDeploymentError';
}

/**
 * Binds an empty index to its contracts. Price feeds may be replaced; what is ranked by USD, or without, cannot be the other.
 * @returns whether the index fits; else it is to be built anew, and goes on as it is until then
 * @throws OtherDeploymentError when the index is another deployment's
 */
export async function bindDeployment(session: Session, deployment: Deployment): Promise<boolean> {
  const { chainId, launchpad, platformToken, priceFeeds } = deployment;
  await session.query(
    `INSERT INTO deployment (chain_id, launchpad, platform_token, price_feeds, platform_symbol,
      initial_virtual_platform, initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_ppm)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (id) DO NOTHING`,
    [
      chainId,
      launchpad,
      platformToken,
      priceFeeds,
      deployment.platformSymbol,
      deployment.initialVirtualPlatform.toString(),
      deployment.initialVirtualToken.toString(),
      deployment.initialRealToken.toString(),
      deployment.graduationThreshold.toString(),
      deployment.totalSupply.toString(),
      deployment.feePpm,
    ],
  );
  const { rows } = await session.query<{ bound: readonly string[] }>(
    `SELECT price_feeds AS bound FROM deployment WHERE chain_id = $1 AND launchpad = $2 AND platform_token = $3`,
    [chainId, launchpad, platformToken],
  );
  const [row] = rows;
  if (row === undefined) {
    throw new OtherDeploymentError(
      'this database holds the index of other contracts or another chain: give this deployment a database of its own',
    );
  }
  const fits = (row.bound.length === 0) === (priceFeeds.length === 0);
  if (fits && row.bound.join() !== priceFeeds.join())
    await session.query('UPDATE deployment SET price_feeds = $1', [priceFeeds]);
  await addPlainFeeds(session, deployment);
  return fits;
}

/** Feeds that are aggregators themselves answer for good: nothing of them is to be looked for in the chain. */
async function addPlainFeeds(session: Session, { feeds }: Deployment): Promise<void> {
  if (feeds.some(({ isProxy }) => isProxy)) return;
  const { all } = await readFeedPhases(session);
  if (all.length === 0) await addFeedPhases(session, FeedPhases.of(feeds).all);
}
