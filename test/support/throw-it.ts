/** For callbacks that hear of errors: what is not expected ends the suite. */
export function throwIt(error: Error): never {
  throw error;
}
