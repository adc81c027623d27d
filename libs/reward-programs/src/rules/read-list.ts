import { parseAddress, type Address } from '@slipway/domain';
import { ProgramError } from './program.js';
import type { ListEntry } from './list-rule.js';

/** One line: an address and an amount in wei. */
const LINE = /^\s*(0x[0-9a-fA-F]{40})\s*[,;]\s*([0-9]{1,78})\s*$/;
const SHOWN_MISTAKES = 10;

/**
 * Reads a list of `address,amount` lines, amounts in wei; a first line of column names and empty lines are skipped.
 *
 * @throws ProgramError naming the lines that are wrong: no address, no amount, an amount of zero, an address twice
 */
export function readList(text: string): ListEntry[] {
  const entries = new Map<Address, bigint>();
  const mistakes: string[] = [];
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || (i === 0 && /^\s*(address|account)\s*[,;]/i.test(line))) continue;
    const [, hex = '', digits = ''] = LINE.exec(line) ?? [];
    const account = parseAddress(hex);
    if (account === null) mistakes.push(`line ${i + 1}: want an address and an amount in wei`);
    else if (BigInt(digits) === 0n) mistakes.push(`line ${i + 1}: the amount is zero`);
    else if (entries.has(account)) mistakes.push(`line ${i + 1}: ${account} is there twice`);
    else entries.set(account, BigInt(digits));
  }
  if (mistakes.length === 0 && entries.size === 0) mistakes.push('the list is empty');
  if (mistakes.length > 0) {
    const more = mistakes.length > SHOWN_MISTAKES ? [`and ${mistakes.length - SHOWN_MISTAKES} more`] : [];
    throw new ProgramError([...mistakes.slice(0, SHOWN_MISTAKES), ...more].join('\n'));
  }
  return [...entries].map(([account, amount]) => ({ account, amount }));
}
