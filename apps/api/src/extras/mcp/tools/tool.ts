import type { Type } from '@nestjs/common';
import type { LimitClass } from '@slipway/http';
import type { Address, AsOf, Feature } from '@slipway/domain';
import type { ToolInput } from '../dto/tool-input.dto.js';

/** A task that an agent asks this service for: what operations of HTTP say, in one call. */
export interface Tool<I extends ToolInput = ToolInput> {
  readonly name: string;
  readonly title: string;
  /** What it is for, in as few words as a model needs. */
  readonly description: string;
  /** The budget that a call draws on. */
  readonly limit: LimitClass;
  /** `owner`: about the wallet of the caller's token, and no other. */
  readonly access: 'public' | 'owner';
  /** The switch that it stops with; null for a tool that is always on. */
  readonly flag: (input: I) => Feature | null;
  readonly input: Type<I>;
  readonly output: Type<unknown>;
  /** Properties of the output's classes that it leaves out. */
  readonly omitted?: readonly string[];
  /** Properties of the output's classes that the bound of a result leaves out. */
  readonly uncounted?: readonly string[];
  /** @param wallet of the caller's token; null without one, which an `owner` tool never sees */
  run(input: I, wallet: Address | null): Promise<AsOf<unknown>>;
}

/** Where calls have their calldata, which is as long as what it encodes: a launch's has the description in it, a claim's the proofs. */
export const CALLDATA = ['data'];

/** Declares a tool: its input is checked against its class before it runs. */
export function defineTool<I extends ToolInput>(
  tool: Omit<Tool<I>, 'flag'> & Partial<Pick<Tool<I>, 'flag'>>,
): Tool {
  return { flag: () => null, ...tool } as unknown as Tool;
}
