import { createSignal } from 'solid-js';
import { plainText } from '../text/plain-text.js';

/** EIP-1193, as much of it as is asked of here. */
interface Provider {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
}

export interface OfferedWallet {
  readonly id: string;
  readonly name: string;
  /** A picture in itself (`data:`), or null. */
  readonly icon: string | null;
  readonly provider: Provider;
}

const MOST_WALLETS = 20;
const LONGEST_ICON = 65_536;
const ICON = /^data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]/;

const [wallets, setWallets] = createSignal<readonly OfferedWallet[]>([]);

/** Wallets that browser extensions have announced (EIP-6963). */
export { wallets };

/** Asks extensions to announce themselves, and listens from now on. */
export function discoverWallets(): void {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const offered = readAnnouncement((event as CustomEvent<unknown>).detail);
    if (offered === null) return;
    setWallets((known) =>
      known.length >= MOST_WALLETS || known.some(({ id }) => id === offered.id) ? known : [...known, offered],
    );
  });
  window.dispatchEvent(new Event('eip6963:requestProvider'));
}

/** Any script can announce a wallet: a mistake leaves it out. */
function readAnnouncement(detail: unknown): OfferedWallet | null {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown>; provider?: Provider };
  const { uuid, name, icon } = info ?? {};
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof provider?.request !== 'function')
    return null;
  const isPicture = typeof icon === 'string' && icon.length <= LONGEST_ICON && ICON.test(icon);
  return { id: uuid.slice(0, 64), name: plainText(name, 40), icon: isPicture ? icon : null, provider };
}
