/** Time to bring the printed set to every instance before the new key signs. */
export const DEFAULT_MINUTES = 30;
