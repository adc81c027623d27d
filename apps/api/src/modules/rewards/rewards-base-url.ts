/** Where clients reach the API; injected, since links in answers name it. */
export const REWARDS_BASE_URL = Symbol('public base URL of rewards');
