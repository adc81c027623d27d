/** What the service calls itself, in the description and in `GET /config`; the version is the interface's, not a build's. */
export const SERVICE = { name: 'Slipway', version: '0.1.0' } as const;
