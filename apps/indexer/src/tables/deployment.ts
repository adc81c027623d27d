import type { Deployment } from '@slipway/chain';
import type { Session } from '../postgres/session.js';

/** The database was indexed from other contracts than those configured. */
export class OtherDeploymentError extends Error {
  override readonly name = 'OtherDeploymentError';
}

/** Binds an empty index to its contracts. @throws OtherDeploymentError when the index is another deployment's */
export async function bindDeployment(session: Session, deployment: Deployment): Promise<void> {
  const { chainId, launchpad, platformToken, priceFeed } = deployment;
  await session.query(
    `INSERT INTO deployment (chain_id, launchpad, platform_token, price_feed, platform_symbol,
      initial_virtual_platform, initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_bps)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (id) DO NOTHING`,
    [
      chainId,
      launchpad,
      platformToken,
      priceFeed,
      deployment.platformSymbol,
      deployment.initialVirtualPlatform.toString(),
      deployment.initialVirtualToken.toString(),
      deployment.initialRealToken.toString(),
      deployment.graduationThreshold.toString(),
      deployment.totalSupply.toString(),
      deployment.feeBps,
    ],
  );
  const { rowCount } = await session.query(
    'SELECT FROM deployment WHERE chain_id = $1 AND launchpad = $2 AND platform_token = $3 AND price_feed = $4',
    [chainId, launchpad, platformToken, priceFeed],
  );
  if (rowCount !== 1) {
    throw new OtherDeploymentError(
      'this database holds the index of other contracts or another chain: give this deployment a database of its own',
    );
  }
}
