import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { decryptKeystoreJson } from 'ethers';
import type { Hex } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { Settings } from '@slipway/settings';
import { DeployError } from './deploy-error.js';

/** Longer files are no keystore. */
const MAX_KEYSTORE_CHARACTERS = 65_536;

type KeySettings = Pick<Settings, 'deployerKey' | 'deployerKeystore' | 'deployerPassword'>;

/** The account that signs: of a key in the settings, or in a keystore (Web3 Secret Storage, version 3). @throws DeployError */
export async function readAccount(settings: KeySettings): Promise<PrivateKeyAccount> {
  const { deployerKey, deployerKeystore } = settings;
  if (deployerKey !== null && deployerKeystore !== null)
    throw new DeployError('DEPLOYER_KEY and DEPLOYER_KEYSTORE are both set: keep one');
  if (deployerKey !== null) return toAccount(deployerKey, 'DEPLOYER_KEY');
  if (deployerKeystore === null)
    throw new DeployError(
      'no key to sign with: name a keystore by DEPLOYER_KEYSTORE, or a file with the key by DEPLOYER_KEY_FILE',
    );
  const json = await readKeystore(deployerKeystore);
  const password = settings.deployerPassword ?? (await askPassword(deployerKeystore));
  return toAccount(await decrypt(json, password, deployerKeystore), 'DEPLOYER_KEYSTORE');
}

async function readKeystore(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.length <= MAX_KEYSTORE_CHARACTERS && typeof JSON.parse(text) === 'object') return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw new DeployError(`DEPLOYER_KEYSTORE: ${file} cannot be read (${code})`);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DeployError(`DEPLOYER_KEYSTORE: ${file} is no keystore of version 3`);
}

/** Errors of the library may repeat what they were given: none of their words is. */
async function decrypt(json: string, password: string, file: string): Promise<string> {
  try {
    return (await decryptKeystoreJson(json, password)).privateKey;
  } catch (error) {
    const isPassword = error instanceof Error && error.message.startsWith('incorrect password');
    throw new DeployError(
      `DEPLOYER_KEYSTORE: ${isPassword ? `not the password of ${file}` : `${file} is no keystore of version 3`}`,
    );
  }
}

function toAccount(key: string, setting: string): PrivateKeyAccount {
  try {
    return privateKeyToAccount(key.startsWith('0x') ? (key as Hex) : `0x${key}`);
  } catch {
    // Its words may have the key in them.
    throw new DeployError(`${setting}: its key is of no account`);
  }
}

/** What is typed is not shown. */
async function askPassword(file: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new DeployError('DEPLOYER_PASSWORD: not set, and there is no terminal to ask for it');
  process.stderr.write(`Password of ${file}: `);
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const password = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return password;
}
