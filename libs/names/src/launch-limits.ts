/** Longest texts of a launch that preflight accepts (contract section 3, Preflight). */
export const LAUNCH_LIMITS = {
  nameMaxGraphemes: 32,
  nameMaxBytes: 128,
  descriptionMaxLength: 500,
  urlMaxLength: 1_024,
} as const;
