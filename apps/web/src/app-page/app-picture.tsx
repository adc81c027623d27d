import type { AppDetail } from '@slipway/sdk';
import { createSignal, Show, type JSX } from 'solid-js';
import { Letters } from '../text/untrusted.jsx';

/** The address of an app's picture, where a page may load it; null where it may not, or there is none. */
export function pictureOf({ imageUrl }: Pick<AppDetail, 'imageUrl'>): string | null {
  return imageUrl?.startsWith('https://') === true ? imageUrl : null;
}

/** The picture that its creator names, once a reader has asked for it: who serves it learns who looks. Else its letters. */
export function AppPicture(props: { readonly app: AppDetail; readonly isAskedFor: boolean }): JSX.Element {
  const [isBroken, setBroken] = createSignal(false);
  const shown = (): string | null => (props.isAskedFor && !isBroken() ? pictureOf(props.app) : null);
  return (
    <Show
      when={shown()}
      fallback={<Letters name={props.app.name} tokenAddress={props.app.tokenAddress} isLarge />}
    >
      {(url) => (
        <img
          class="letters large"
          src={url()}
          alt=""
          width="60"
          height="60"
          referrerpolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
    </Show>
  );
}
