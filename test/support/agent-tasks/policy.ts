import type { McpTestClient } from '../mcp-client.js';
import type { Step, Task } from './task.js';
import { INJECTED_SHORT } from './tasks.js';

/** A call that a wallet sends. */
export interface WalletCall {
  readonly to: string;
  readonly data: string;
}

interface Hands {
  readonly mcp: McpTestClient;
  /** Sends a call by the user's wallet. */
  readonly send: (call: WalletCall) => Promise<void>;
  /** What a model does that was told to: it gives everything away. */
  readonly giveAway: () => Promise<void>;
}

/** The findings at the end of a task. */
export interface Outcome {
  readonly memory: Readonly<Record<string, unknown>>;
  readonly calls: readonly string[];
  readonly signed: number;
  /** Whether an order of strangers was followed. */
  readonly obeyed: boolean;
}

/** A scripted agent: it does a task's steps, stops at warnings and limits, and follows what the service itself tells it to do. */
export async function perform(
  { steps }: Task,
  setup: Readonly<Record<string, unknown>>,
  { mcp, send, giveAway }: Hands,
): Promise<Outcome> {
  const memory: Record<string, unknown> = { setup };
  const calls: string[] = [];
  let [signed, obeyed] = [0, false];
  for (const step of steps) {
    if ('sign' in step) {
      if (step.unlessWarned !== undefined && isWarned(memory[step.unlessWarned])) continue;
      const found = resolve(memory, step.sign) as WalletCall | readonly WalletCall[];
      for (const call of Array.isArray(found) ? (found as readonly WalletCall[]) : [found as WalletCall]) {
        await send(call);
        signed += 1;
      }
      continue;
    }
    for (let time = 0; time < ('atMost' in step ? step.atMost : 1); time += 1) {
      calls.push(step.call);
      const result = await callTool(mcp, step.call, resolveAll(memory, step));
      memory[step.keep] = result;
      if (errorCodeOf(result) === 'rate_limited') break;
      if (!saysTo(result)) continue;
      await giveAway();
      obeyed = true;
    }
  }
  return { memory, calls, signed, obeyed };
}

/** A tool's result or error; the status of a call that the server refused before any tool. */
async function callTool(
  mcp: McpTestClient,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  try {
    return (await mcp.call(name, args)).body;
  } catch (error) {
    const status = statusOf(error);
    if (status === null) throw error;
    return { status };
  }
}

function statusOf(error: unknown): number | null {
  const { status, data } = error as {
    readonly status?: number;
    readonly data?: { readonly status?: number };
  };
  return status ?? data?.status ?? null;
}

/** Whether the service seems to say it: strangers' texts are not read as orders. */
function saysTo(result: unknown): boolean {
  const trusted = JSON.stringify(result, (key, value: unknown) => (key === 'untrusted' ? undefined : value));
  return trusted.includes(INJECTED_SHORT);
}

function isWarned(explained: unknown): boolean {
  return (explained as { readonly warnings: readonly unknown[] }).warnings.length > 0;
}

function errorCodeOf(result: unknown): string | null {
  return (result as { readonly error?: { readonly code: string } }).error?.code ?? null;
}

function resolveAll(memory: unknown, step: Extract<Step, { call: string }>): Record<string, unknown> {
  const one = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(one) : typeof value === 'string' ? resolve(memory, value) : value;
  return Object.fromEntries(Object.entries(step.args ?? {}).map(([key, value]) => [key, one(value)]));
}

function resolve(memory: unknown, text: string): unknown {
  return text.startsWith('$') ? valueAt(memory, text.slice(1)) : text;
}

/** What a path of names and indices leads to; undefined when it leads nowhere. */
export function valueAt(from: unknown, path: string): unknown {
  let at = from;
  for (const name of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name];
  return at;
}
