import type { AuthApi, Session } from './auth-api.js';
import { toFailureText } from './failure-text.js';
import { getElement } from './elements.js';
import { signIn, type SignInStep } from './sign-in.js';
import { WalletDialog } from './wallet-dialog.js';
import { WalletDirectory, type Wallet } from './wallet-directory.js';

const STEPS: Readonly<Record<SignInStep, string>> = {
  account: 'Open your wallet and choose the account to sign in with.',
  signature: 'Open your wallet and sign the message.',
};

/** Where a session is used. */
export interface Authorization {
  set(session: Session): void;
  clear(): void;
}

/** The bar above the description: sign in with a wallet, who is signed in and until when, sign out. */
export class SignInBar {
  private readonly status = getElement('sign-in-status', HTMLParagraphElement);
  private readonly signInButton = getElement('sign-in', HTMLButtonElement);
  private readonly signOutButton = getElement('sign-out', HTMLButtonElement);
  /** The sign-in that a wallet is busy with: what becomes of any other is of no interest any more. */
  private attempt: symbol | null = null;
  private session: Session | null = null;
  private expiry: number | undefined;
  private readonly dialog = new WalletDialog({
    choose: (wallet) => {
      if (this.attempt === null) this.tryToSignIn(wallet).catch(reportError);
    },
    close: () => (this.attempt = null),
  });
  private readonly directory = new WalletDirectory((wallets) => {
    if (this.attempt === null) this.dialog.show(wallets);
  });

  constructor(
    private readonly api: AuthApi,
    private readonly authorization: Authorization,
  ) {
    this.signInButton.addEventListener('click', () => {
      this.directory.ask();
      this.dialog.open(this.directory.list());
    });
    this.signOutButton.addEventListener('click', () => {
      this.signOut().catch(reportError);
    });
    this.show('');
  }

  /** Takes the token out of use here, and has the API refuse it from now on. Without a session it does nothing. */
  async signOut(): Promise<void> {
    const session = this.session;
    if (session === null) return;
    this.end('Signed out.');
    try {
      await this.api.logout(session);
    } catch (error) {
      const until = timeOf(session.expiresAt);
      this.show(
        `Signed out on this page, but the token stays good until ${until}: ${toFailureText(error, window.location.origin)}`,
      );
    }
  }

  private async tryToSignIn(wallet: Wallet): Promise<void> {
    const attempt = Symbol(wallet.name);
    this.attempt = attempt;
    try {
      const session = await signIn(wallet, this.api, (step) => {
        if (this.attempt === attempt) this.dialog.say({ progress: STEPS[step] });
      });
      if (this.attempt === attempt) this.begin(session);
      // Given up in the meantime: this token is not going to be used.
      else await this.api.logout(session);
    } catch (error) {
      if (this.attempt !== attempt) return;
      this.attempt = null;
      this.dialog.say({ failure: toFailureText(error, window.location.origin) });
    }
  }

  private begin(session: Session): void {
    this.session = session;
    this.authorization.set(session);
    this.expiry = window.setTimeout(() => {
      this.end('Your sign-in has expired.');
    }, session.expiresAt.getTime() - Date.now());
    this.dialog.close();
    this.show(`Signed in as ${session.address} until ${timeOf(session.expiresAt)}`);
    this.signOutButton.focus();
  }

  private end(words: string): void {
    window.clearTimeout(this.expiry);
    this.session = null;
    this.authorization.clear();
    this.show(words);
    this.signInButton.focus();
  }

  private show(words: string): void {
    this.status.textContent = words;
    this.signInButton.hidden = this.session !== null;
    this.signOutButton.hidden = this.session === null;
  }
}

function timeOf(date: Date): string {
  return date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
