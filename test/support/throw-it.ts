/** For callbacks that hear of errors: an unexpected error ends the suite. */
export function throwIt(error: Error): never {
  throw error;
}
