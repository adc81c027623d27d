import { isSlipwayError } from '@slipway/sdk';
import type { Accessor } from 'solid-js';
import { forgetToken } from '../wallet/connected.js';
import { createRead, type Read } from '../client/create-read.js';

/** A read of the signed-in wallet's own data: a token that the API refuses any more is forgotten. */
export function createOwnRead<Q, T>(
  question: Accessor<Q | null>,
  read: (question: Q, signal: AbortSignal) => Promise<T>,
  changes?: Accessor<unknown>,
): Read<T> {
  const readOwn = async (asked: Q, signal: AbortSignal): Promise<T> => {
    try {
      return await read(asked, signal);
    } catch (error) {
      if (isSlipwayError(error, 'unauthorized')) forgetToken();
      throw error;
    }
  };
  return createRead(question, readOwn, changes);
}
