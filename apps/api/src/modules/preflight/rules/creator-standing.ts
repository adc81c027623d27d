import type { Rule } from '../preflight.types.js';

/** `creator_blocked`, `launch_rate_exceeded`: whether this creator may launch one more app now. */
export const judgeCreatorStanding: Rule<'creator_blocked' | 'launch_rate_exceeded'> = (_candidate, facts) => [
  ...(facts.creatorBlocked
    ? [
        {
          code: 'creator_blocked' as const,
          field: 'creator',
          message: 'This wallet may not launch apps here.',
        },
      ]
    : []),
  ...(facts.launchesIn24h >= facts.maxPerCreatorPer24h
    ? [
        {
          code: 'launch_rate_exceeded' as const,
          field: 'creator',
          message: `This wallet has launched ${facts.maxPerCreatorPer24h} apps in 24 hours, the most that it may.`,
        },
      ]
    : []),
];
