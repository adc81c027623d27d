import { FLAG_NAME } from '@slipway/flags';
import { OperatorError } from '../command-line/command-line.js';

/** A flag's name given on the command line. */
export function readFlagName(text = ''): string {
  if (!FLAG_NAME.test(text)) {
    throw new OperatorError(
      `not a flag's name: ${JSON.stringify(text.slice(0, 256))}; 1 to 64 of a-z, 0-9 and -, a letter first`,
    );
  }
  return text;
}

/** Its value given on the command line. */
export function readFlagValue(text = ''): boolean {
  if (text !== 'on' && text !== 'off') {
    throw new OperatorError(`say on or off, not ${JSON.stringify(text.slice(0, 256))}`);
  }
  return text === 'on';
}
