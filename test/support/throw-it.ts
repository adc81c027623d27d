/** For callbacks that hear of errors: what nobody expects ends the suite. */
export function throwIt(error: Error): never {
  throw error;
}
