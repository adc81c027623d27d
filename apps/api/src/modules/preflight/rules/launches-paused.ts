import type { Rule } from '../preflight.types.js';

/** `launches_paused`: the flag `launches` is off. */
export const judgeLaunchesPaused: Rule<'launches_paused'> = (_candidate, { launchesPaused }) =>
  launchesPaused
    ? [
        {
          code: 'launches_paused',
          field: 'launch',
          message: 'Launches are paused for now; see GET /config/features.',
        },
      ]
    : [];
