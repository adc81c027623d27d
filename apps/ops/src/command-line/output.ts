/** Writes a line. */
export type Print = (line: string) => void;

/** Where a program's lines go. */
export interface Output {
  /** A line of the command's output. */
  readonly print: Print;
  /** A line for the operator's eyes, which is no output. */
  readonly warn: Print;
}

/** Standard output and standard error. */
export const terminal: Output = {
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
};
