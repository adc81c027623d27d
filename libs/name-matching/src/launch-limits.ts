/** What a launch has to keep to (docs/http-contract.md sections 2 and 3, Preflight): preflight checks by it, `GET /config` publishes it. */
export const LAUNCH_LIMITS = {
  nameMaxGraphemes: 32,
  nameMaxBytes: 128,
  descriptionMaxLength: 500,
  urlMaxLength: 1_024,
  symbolPattern: '^[A-Z0-9]{2,10}$',
} as const;
