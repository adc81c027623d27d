import { getConfig } from '@slipway/sdk';
import type { Accessor } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';

/** The chain's explorer, without a slash at its end; null where the deployment names none, or cannot be asked. */
export function createExplorer(): Accessor<string | null> {
  const config = createRead(
    () => true,
    (_asked, signal) => getConfig(client, {}, { signal }),
  );
  return () => config.data()?.chain.explorerUrl?.replace(/\/$/, '') ?? null;
}
