import type { SigningWarning } from '@slipway/sdk';
import { createSignal, type Accessor } from 'solid-js';
import { NotAsShown } from './create-sending.js';

interface ShownWarnings {
  /** Of the last payload. */
  readonly shown: Accessor<readonly SigningWarning[]>;
  /** @throws NotAsShown for one that was not on the screen: it is shown now */
  readonly show: (warnings: readonly SigningWarning[]) => void;
}

/** Warnings of payloads: nothing is signed before each was on the screen. */
export function createWarnings(): ShownWarnings {
  const [shown, setShown] = createSignal<readonly SigningWarning[]>([]);
  const known = new Set<SigningWarning['code']>();
  return {
    shown,
    show: (warnings) => {
      setShown(warnings);
      const isNew = warnings.some(({ code }) => !known.has(code));
      for (const { code } of warnings) known.add(code);
      if (isNew) throw new NotAsShown('There is a warning. Read it, then press again.');
    },
  };
}
