import { readFileSync } from 'node:fs';
import { Env } from './env.js';
import { type RegisteredSetting, SETTINGS, WrongValue } from './setting.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The settings are wrong. Each line is one mistake and names its variable; none repeats a secret. */
export class EnvError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'EnvError';
  }
}

/**
 * Reads and checks all settings. An empty variable counts as not set.
 *
 * @throws EnvError with every mistake at once
 */
export function loadEnv(variables: Variables = process.env): Env {
  const mistakes: string[] = [];
  const chosen = new Map<string, string>();
  for (const setting of SETTINGS) {
    const text = attempt(mistakes, () => chosenText(setting, variables));
    if (text !== undefined) chosen.set(setting.name, text);
  }
  const production = chosen.get('NODE_ENV') === 'production';
  const values: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    values[setting.property] = attempt(mistakes, () => {
      const fallback = defaultText(setting, chosen);
      const text = chosen.get(setting.name) ?? fallback;
      if (production && setting.developmentDefault === true && text === fallback) {
        throw new Mistake(
          `${setting.name}: production needs a value of its own, not the development default`,
        );
      }
      const value = expect(setting, text, 'must be', setting.parse);
      if (production && setting.inProduction !== undefined) {
        expect(setting, text, 'production needs', setting.inProduction);
      }
      return value;
    });
  }
  if (mistakes.length > 0) throw new EnvError(mistakes);
  return Object.freeze(Object.assign(new Env(new Set(chosen.keys())), values));
}

/** The environment for a program that we start: ours, with what we know better. */
export function childEnvironment(overrides: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

class Mistake extends Error {}

function attempt<T>(mistakes: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    mistakes.push(error.message);
    return undefined;
  }
}

function chosenText({ name, secret }: RegisteredSetting, variables: Variables): string | undefined {
  const text = variables[name] === '' ? undefined : variables[name];
  const fileName = `${name}_FILE`;
  const file = variables[fileName];
  if (secret !== true || file === undefined || file === '') return text;
  if (text !== undefined) throw new Mistake(`${name} and ${fileName} are both set: keep one`);
  return readSecret(fileName, file);
}

function readSecret(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Mistake(`${variable}: ${file} cannot be read (${code ?? 'unknown reason'})`);
  }
  if (text === '') throw new Mistake(`${variable}: ${file} is empty`);
  return text;
}

/** The default with the settings in it filled in. A wrong one of those is its own mistake, reported once. */
function defaultText(setting: RegisteredSetting, chosen: ReadonlyMap<string, string>): string {
  return setting.default.replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    const other = SETTINGS.find((one) => one.name === name);
    if (other === undefined)
      throw new Error(`${setting.name}: its default names ${name}, which is no setting`);
    const text = chosen.get(name);
    return text !== undefined && isRight(other, text) ? text : other.default;
  });
}

function isRight(setting: RegisteredSetting, text: string): boolean {
  try {
    setting.parse(text);
    return true;
  } catch (error) {
    if (error instanceof WrongValue) return false;
    throw error;
  }
}

function expect(
  { name, secret }: RegisteredSetting,
  text: string,
  demand: 'must be' | 'production needs',
  read: (text: string) => unknown,
): unknown {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const shown = secret === true ? '' : `, not ${JSON.stringify(text)}`;
    throw new Mistake(`${name}: ${demand} ${error.message}${shown}`);
  }
}
