import { readFile } from 'node:fs/promises';
import type { Address, Hex } from 'viem';
import { errorCode, replaceFile } from '../files/files.js';
import { DeployError } from './deploy-error.js';

/** A transaction that was signed; those that replaced it, with the same nonce and a higher fee, come after it. */
export interface SentTransaction {
  /** It decides where a contract is. */
  readonly nonce: number;
  /** As it is sent, so that it can be sent again; it holds no secret. */
  readonly signed: readonly Hex[];
}

interface Content {
  readonly chainId: number;
  readonly deployer: Address;
  /** By name: `launchpad`, `distributor 1`. */
  readonly sent: Readonly<Record<string, SentTransaction>>;
}

/** What was deployed on one chain by one account, in a file: written before each transaction is sent. */
export class DeployRecord {
  private constructor(
    readonly file: string,
    private content: Content,
  ) {}

  /** @throws DeployError when the file is of another chain or account, or cannot be read */
  static async open(file: string, chainId: number, deployer: Address): Promise<DeployRecord> {
    const content = (await read(file)) ?? { chainId, deployer, sent: {} };
    if (content.chainId !== chainId)
      throw new DeployError(
        `${file} is of chain ${content.chainId}, the node is on chain ${chainId}: name another by --record`,
      );
    if (content.deployer !== deployer)
      throw new DeployError(
        `${file} is of the account ${content.deployer}, the key is of ${deployer}: name another by --record`,
      );
    return new DeployRecord(file, content);
  }

  find(name: string): SentTransaction | null {
    return this.content.sent[name] ?? null;
  }

  async note(name: string, transaction: SentTransaction): Promise<void> {
    await this.replace({ ...this.content.sent, [name]: transaction });
  }

  /** It came to nothing, and is to be sent anew. */
  async forget(name: string): Promise<void> {
    await this.replace(Object.fromEntries(Object.entries(this.content.sent).filter(([one]) => one !== name)));
  }

  private async replace(sent: Content['sent']): Promise<void> {
    this.content = { ...this.content, sent };
    await replaceFile(this.file, [Buffer.from(`${JSON.stringify(this.content, null, 2)}\n`)]);
  }
}

async function read(file: string): Promise<Content | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    throw new DeployError(`${file} cannot be read (${code ?? 'unknown reason'})`);
  }
  try {
    const content = JSON.parse(text) as Partial<Content>;
    if (
      typeof content.chainId === 'number' &&
      typeof content.deployer === 'string' &&
      content.sent !== undefined
    )
      return content as Content;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DeployError(`${file} is no record of a deployment: name another by --record`);
}
