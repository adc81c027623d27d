import type { NodeAbility } from '@slipway/chain';

const NAME_WIDTH = 36;

/** What a node has and lacks, a line each; below what it lacks, what is done without it. */
export function toAbilityLines(abilities: readonly NodeAbility[]): string[] {
  return abilities.flatMap(({ name, isNeeded, failure, without }) => {
    if (failure === null) return [`${name.padEnd(NAME_WIDTH)}yes`];
    return [
      `${name.padEnd(NAME_WIDTH)}no${isNeeded ? ', and it is needed' : ''}: ${failure}`,
      `  without it: ${without}`,
    ];
  });
}
