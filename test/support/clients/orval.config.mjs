/** How builders tell orval where the API is. */
export default {
  slipway: {
    input: process.env.DESCRIPTION,
    output: { target: 'orval.ts', client: 'fetch', baseUrl: process.env.SLIPWAY_API },
  },
};
