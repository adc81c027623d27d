import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from './files/files.js';

export interface PortUse {
  readonly port: number;
  /** The variable that chooses it. */
  readonly variable: string;
  readonly purpose: string;
  readonly host: string;
}

/** @returns one line for each port that is taken, or wanted for two purposes */
export async function checkPorts(uses: readonly PortUse[]): Promise<string[]> {
  const clashes = uses.flatMap(({ port, variable, purpose }, index) =>
    uses
      .slice(0, index)
      .filter((other) => other.port === port)
      .map((other) => {
        const names = `${other.variable} and ${variable} are both ${port}`;
        return `${names}: ${other.purpose} and ${purpose} need a port each`;
      }),
  );
  if (clashes.length > 0) return clashes;
  const taken = await Promise.all(uses.map(async (use) => ((await isFree(use)) ? [] : [use])));
  return taken
    .flat()
    .map(({ port, variable, purpose }) => `port ${port} (${purpose}) is in use: free it, or set ${variable}`);
}

/** A port is free when it can be listened on, exactly as its user will. */
async function isFree({ port, host }: PortUse): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ port, host, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
