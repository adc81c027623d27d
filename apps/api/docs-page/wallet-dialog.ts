import { getElement } from './elements.js';
import type { Wallet } from './wallet-directory.js';

const NO_WALLET =
  'No wallet was found in this browser. Install one, or unlock it and allow it on this page, then try again.';

/** Where a person chooses a wallet and reads how it goes. Native `<dialog>`: it keeps the focus, and Escape closes it. */
export class WalletDialog {
  private readonly dialog = getElement('wallet-dialog', HTMLDialogElement);
  private readonly list = getElement('wallet-list', HTMLUListElement);
  private readonly progress = getElement('wallet-progress', HTMLParagraphElement);
  private readonly failure = getElement('wallet-failure', HTMLParagraphElement);

  constructor(private readonly on: { choose: (wallet: Wallet) => void; close: () => void }) {
    this.dialog.addEventListener('close', () => {
      this.on.close();
    });
  }

  open(wallets: readonly Wallet[]): void {
    this.list.replaceChildren();
    this.show(wallets);
    this.dialog.showModal();
    if (wallets.length === 0) this.say({ failure: NO_WALLET });
  }

  close(): void {
    this.dialog.close();
  }

  /** Shows these wallets to choose from. Those that are shown already stay: one of them may have the focus. */
  show(wallets: readonly Wallet[]): void {
    this.say({});
    const shown = [...this.list.children];
    const missing = wallets.filter(({ id }) => shown.every((item) => item.id !== id));
    for (const item of shown) if (wallets.every(({ id }) => item.id !== id)) item.remove();
    this.list.append(...missing.map((wallet) => this.item(wallet)));
  }

  /** Says how it goes, in place of earlier words. */
  say({ progress = '', failure = '' }: { readonly progress?: string; readonly failure?: string }): void {
    this.progress.textContent = progress;
    this.failure.textContent = failure;
    // Not `disabled`, which would take the focus away.
    for (const button of this.list.querySelectorAll('button')) button.ariaDisabled = String(progress !== '');
  }

  private item(wallet: Wallet): HTMLLIElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'wallet';
    button.append(iconOf(wallet), wallet.name);
    button.addEventListener('click', () => {
      this.on.choose(wallet);
    });
    const item = document.createElement('li');
    item.id = wallet.id;
    item.append(button);
    return item;
  }
}

function iconOf({ icon }: Wallet): HTMLElement {
  if (icon === null) {
    const blank = document.createElement('span');
    blank.className = 'wallet-icon';
    return blank;
  }
  const image = document.createElement('img');
  image.className = 'wallet-icon';
  image.src = icon;
  // The name stands beside it.
  image.alt = '';
  return image;
}
