/** Parts of the interface that operators can switch off, each by the flag of its name (docs/http-contract.md section 5, Flags). */
export const FEATURES = ['launches', 'claims', 'search', 'leaderboards'] as const;

export type Feature = (typeof FEATURES)[number];
