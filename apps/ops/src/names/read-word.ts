import { foldName, foldSymbol, checkNameLength } from '@slipway/name-matching';
import { OperatorError } from '../command-line/command-line.js';
import type { WordKind } from './reserved-words.repository.js';

/** What a launch's symbol may be; others need not be reserved. */
const SYMBOL = /^[A-Z0-9]{2,10}$/;

/** A name or symbol given on the command line: one that a launch could have. */
export function readWord(text = '', isSymbol = false): { kind: WordKind; word: string } {
  const kind = isSymbol ? 'symbol' : 'name';
  const isPossible = isSymbol
    ? SYMBOL.test(text) && foldSymbol(text) !== ''
    : checkNameLength(text) === null && foldName(text) !== '';
  if (!isPossible) {
    throw new OperatorError(`no launch could have the ${kind} ${JSON.stringify(text.slice(0, 64))}`);
  }
  return { kind, word: text };
}
