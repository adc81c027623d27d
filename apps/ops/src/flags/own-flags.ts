import { OperatorError } from '../operator-error.js';

/** Whether this deployment's flags are those of its database. */
export class OwnFlags {
  constructor(private readonly ofrepUrl: string | null) {}

  /** @throws OperatorError when another service decides, and switching ours would do nothing */
  expect(): void {
    if (this.ofrepUrl === null) return;
    throw new OperatorError(`the flags are those of FLAGS_OFREP_URL (${this.ofrepUrl}): switch them there`);
  }
}
