import { SlipwayError } from '@slipway/sdk';

/** The error of a call of the SDK, as code, status and message. */
export async function failureOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof SlipwayError) return `${error.code} ${error.status}: ${error.message}`;
    return String(error);
  }
  throw new Error('nothing went wrong');
}
