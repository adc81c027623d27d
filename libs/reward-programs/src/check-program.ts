import type { RewardContracts } from '@slipway/chain';
import { TOKEN_DECIMALS, type Address } from '@slipway/domain';
import { ProgramError, type Program } from './rules/program.js';
import type { ListEntry } from './rules/list-rule.js';
import { plannedEmissions } from './rules/program-days.js';

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
const NAME_MAX = 100;
const TEXT_MAX = 500;

/** What an operator says of a new program; the rest is read from the chain. */
export type NewProgram = Omit<Program, 'rewardSymbol' | 'plannedEndsAt'>;

/**
 * Completes a new program with what its contracts say.
 *
 * @throws ProgramError when it could not work: a wrong id, time or amount; a rule without what it needs; a reward token without
 * 18 decimals; a distributor that is none; a list that promises more than is emitted
 */
export async function checkProgram(
  asked: NewProgram,
  list: readonly ListEntry[],
  contracts: RewardContracts,
  isApp: (token: Address) => Promise<boolean>,
): Promise<Program> {
  const program = { ...asked, plannedEndsAt: asked.endsAt };
  checkPlan(program);
  if ((program.rule === 'list') !== list.length > 0)
    throw new ProgramError('the rule list, and no other one, needs a list');
  const promised = list.reduce((sum, entry) => sum + entry.amount, 0n);
  if (promised > plannedEmissions(program))
    throw new ProgramError(
      `the list promises ${promised} wei, the program emits ${plannedEmissions(program)} wei in all`,
    );
  if (program.rule === 'balance' && program.tokenAddress === null)
    throw new ProgramError('the rule balance needs the app (--app)');
  if (program.tokenAddress !== null && !(await isApp(program.tokenAddress)))
    throw new ProgramError(`no app has the token ${program.tokenAddress}`);
  const token = await contracts.findToken(program.rewardToken);
  if (token === null) throw new ProgramError(`${program.rewardToken} is no ERC-20 token`);
  if (token.decimals !== TOKEN_DECIMALS)
    throw new ProgramError(
      `the reward token has ${token.decimals} decimals; only ${TOKEN_DECIMALS} are served`,
    );
  if ((await contracts.findRoot(program.distributor)) === null)
    throw new ProgramError(`${program.distributor} is no rewards distributor`);
  return { ...program, rewardSymbol: token.symbol };
}

function checkPlan({ id, name, eligibility, emissionsPerDay, startsAt, endsAt }: NewProgram): void {
  if (!ID.test(id)) throw new ProgramError('an id is 1 to 64 of a-z, 0-9 and -, not beginning with -');
  if (name.trim() === '' || name.length > NAME_MAX)
    throw new ProgramError(`a name has 1 to ${NAME_MAX} characters`);
  if (eligibility.trim() === '' || eligibility.length > TEXT_MAX)
    throw new ProgramError(`the eligibility has 1 to ${TEXT_MAX} characters`);
  if (emissionsPerDay <= 0n || emissionsPerDay >= 2n ** 200n)
    throw new ProgramError('emissions a day must be above zero, in wei');
  if (startsAt >= endsAt) throw new ProgramError('a program must start before it ends');
}
