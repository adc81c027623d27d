import type { Command } from 'commander';
import { ChainNode, NodeError, checkNode, toFindingLines, type Finding } from '@slipway/chain';
import { checkContracts, checkPace } from '@slipway/protocols';
import { parseUrl } from '@slipway/domain';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';

const MAX_URL = 2_048;

export function addChainCommands(program: Command, { settings, print }: CommandContext): void {
  const { chainId, indexerMaxRangeBlocks: maxRange } = settings;
  const startBlock = Number(settings.startBlock);
  const chain = program.command('chain').description('the chain that the settings name, and its nodes');

  chain
    .command('check [url]')
    .description(
      'what is on the chain and what its nodes can, or one at <url>; below what is missing, its cost',
    )
    .action(async (url?: string) => {
      const urls = url === undefined ? settings.rpc.http : [readUrl(url)];
      const missing: Finding[] = [];
      const tell = (title: string, findings: readonly Finding[]): void => {
        print(title);
        for (const line of toFindingLines(findings)) print(`  ${line}`);
        missing.push(...findings.filter(({ isNeeded, failure }) => isNeeded && failure !== null));
      };
      for (const [i, one] of urls.entries())
        tell(`node ${i + 1} of ${urls.length}`, await checkNode(one, { chainId, startBlock, maxRange }));
      const node = new ChainNode(urls, chainId, { attempts: 2 });
      tell('contracts', await unlessAway('contracts', () => checkContracts(node, settings)));
      tell('pace', await unlessAway('pace', () => checkPace(node, settings)));
      if (missing.length > 0)
        throw new OperatorError(`not to be worked with: ${missing.map(({ name }) => name).join(', ')}`);
    });
}

/** A node that does not say what its newest block is has been told of by then. */
async function unlessAway(name: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return [
      { name, isNeeded: true, found: null, failure: error.message, without: 'nothing is known of them' },
    ];
  }
}

function readUrl(text: string): string {
  if (text.length > MAX_URL || !/^https?:/.test(parseUrl(text)?.protocol ?? ''))
    throw new OperatorError('[url] must be an http or https URL');
  return text;
}
