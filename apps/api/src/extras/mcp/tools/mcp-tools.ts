import { Injectable } from '@nestjs/common';
import type { Tool } from './tool.js';
import { AppTools } from './app-tools.js';
import { MarketTools } from './market-tools.js';
import { SigningTools } from './signing-tools.js';
import { WalletTools } from './wallet-tools.js';

/** Every tool, in the order in which `tools/list` tells of them. */
@Injectable()
export class McpTools {
  readonly all: readonly Tool[];
  private readonly byName: ReadonlyMap<string, Tool>;

  constructor(apps: AppTools, market: MarketTools, signing: SigningTools, wallet: WalletTools) {
    this.all = [...apps.tools, ...market.tools, ...signing.tools, ...wallet.tools];
    this.byName = new Map(this.all.map((tool) => [tool.name, tool]));
  }

  find(name: string): Tool | null {
    return this.byName.get(name) ?? null;
  }
}
