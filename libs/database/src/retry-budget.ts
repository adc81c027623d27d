/** Each read earns this share of one that may be made again: the primary could not take all of them. */
const SHARE = 0.05;

/** What can be saved up: a standby that has to drop old rows of a table ends every read of them at once. */
const MOST_SAVED = 20;

/** How many reads may be made again. */
export class RetryBudget {
  private saved = MOST_SAVED;

  earn(): void {
    this.saved = Math.min(MOST_SAVED, this.saved + SHARE);
  }

  /** @returns false when nothing is left */
  spend(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
