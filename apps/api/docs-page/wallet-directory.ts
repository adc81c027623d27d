/// <reference types="viem/window" />
import type { EIP1193Provider } from 'viem';

/** A wallet that this browser offers to pages. */
export interface Wallet {
  /** Of this visit only. */
  readonly id: string;
  /** As the wallet calls itself. */
  readonly name: string;
  /** A `data:` image; null when the wallet sent something else. */
  readonly icon: string | null;
  readonly provider: EIP1193Provider;
}

/** EIP-6963: what a wallet announces itself with. */
interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string };
  readonly provider: EIP1193Provider;
}

/** The wallets that announce themselves (EIP-6963), else the one that took `window.ethereum` (EIP-1193). */
export class WalletDirectory {
  private readonly announced = new Map<string, Wallet>();

  /** @param changed called when another wallet announced itself, which may be at any time */
  constructor(changed: (wallets: readonly Wallet[]) => void) {
    window.addEventListener('eip6963:announceProvider', (event) => {
      const wallet = readAnnouncement(event instanceof CustomEvent ? event.detail : null);
      if (wallet === null || this.announced.has(wallet.id)) return;
      this.announced.set(wallet.id, wallet);
      changed(this.list());
    });
    this.ask();
  }

  /** Asks all wallets to announce themselves, again for those that came late. */
  ask(): void {
    window.dispatchEvent(new Event('eip6963:requestProvider'));
  }

  list(): readonly Wallet[] {
    if (this.announced.size > 0) return [...this.announced.values()];
    const provider = window.ethereum;
    return provider === undefined ? [] : [{ id: 'injected', name: 'Browser wallet', icon: null, provider }];
  }
}

/** Any script of the page can send the event, so nothing of it is taken for granted. */
function readAnnouncement(detail: unknown): Wallet | null {
  const { info, provider } = (detail ?? {}) as Partial<Announcement>;
  if (typeof info?.uuid !== 'string' || typeof info.name !== 'string') return null;
  if (typeof provider?.request !== 'function') return null;
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null;
  return { id: info.uuid, name: info.name, icon, provider };
}
