import { getConfig } from '@slipway/sdk';
import { createRoot } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';

const config = createRoot(() =>
  createRead(
    () => true,
    (_asked, signal) => getConfig(client, {}, { signal }),
  ),
);

/** The chain's explorer, without a slash at its end; null where the deployment names none, or cannot be asked. */
export const explorer = (): string | null => config.data()?.chain.explorerUrl?.replace(/\/$/, '') ?? null;
