/** Writes a line. */
export type Print = (line: string) => void;

/** Where a program's words go: standard output and standard error of the program that npm starts. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export const terminal: Output = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};
