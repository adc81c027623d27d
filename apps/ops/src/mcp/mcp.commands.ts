import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { bridgeStdio } from './bridge-stdio.js';
import { endpointUrl } from './endpoint-url.js';

export function addMcpCommands(program: Command, { settings }: CommandContext): void {
  const { publicBaseUrl, mcpToken } = settings;
  program
    .command('mcp')
    .description('the Model Context Protocol over stdio, for agents that start their servers themselves')
    .option('--url <base>', 'base URL of the instance that is asked', publicBaseUrl)
    .action(({ url }: { url: string }) => bridgeStdio(endpointUrl(url, mcpToken !== null), mcpToken));
}
