import { readFileSync } from 'node:fs';
import { Global, Module } from '@nestjs/common';
import type { Setting } from './setting.js';
import { SETTINGS, Settings } from './settings.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** A property of {@link Settings}. */
export type SettingName = keyof typeof SETTINGS;

/** Names that settings had: to take no notice of one would be to change what it says. */
const RENAMED: Readonly<Record<string, string>> = { FINALITY_BLOCKS: 'FINALITY' };

const LIST: readonly Setting[] = Object.values(SETTINGS);

/** The settings are wrong. Each line is one mistake and names its variable; none repeats a secret. */
export class SettingsError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/**
 * Reads and checks all settings. An empty variable counts as not set, but where it stands for something.
 *
 * @param used what production has to name; without it everything. Others may be left to the defaults of development
 * @throws SettingsError with every mistake at once
 */
export function loadSettings(
  variables: Variables = process.env,
  used: readonly SettingName[] = Object.keys(SETTINGS) as SettingName[],
): Settings {
  const mistakes: string[] = [];
  const chosen = new Map<string, string>();
  for (const [old, name] of Object.entries(RENAMED))
    if ((variables[old] ?? '') !== '') mistakes.push(`${old}: it is called ${name} now`);
  for (const setting of LIST) {
    const text = chosenText(setting, variables, mistakes);
    if (text !== undefined) chosen.set(setting.name, text);
  }
  const isProduction = chosen.get('NODE_ENV') === 'production';
  const values = Object.entries<Setting>(SETTINGS).map(([property, setting]) => {
    const fallback = defaultText(setting, chosen);
    const text = chosen.get(setting.name) ?? fallback;
    const isOfDevelopment = isProduction && setting.developmentDefault === true && text === fallback;
    if (isOfDevelopment && (used as readonly string[]).includes(property)) {
      mistakes.push(`${setting.name}: production needs a value of its own, not the development default`);
      return [property, undefined];
    }
    const { schema, inProduction } = setting;
    const isChecked = isProduction && inProduction !== undefined && !isOfDevelopment;
    const checked = isChecked ? schema.pipe(inProduction) : schema;
    const { data, error } = checked.safeParse(text);
    const [issue] = error?.issues ?? [];
    const shown = setting.secret === true ? '' : `, not ${JSON.stringify(text)}`;
    if (issue !== undefined) mistakes.push(`${setting.name}: ${issue.message}${shown}`);
    return [property, data];
  });
  const settings = new Settings(Object.fromEntries(values) as Settings, new Set(chosen.keys()));
  if (mistakes.length === 0) mistakes.push(...mistakesBetween(settings));
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return settings;
}

/** Every module may inject {@link Settings}. Tests override that provider. */
@Global()
@Module({
  providers: [{ provide: Settings, useFactory: () => loadSettings() }],
  exports: [Settings],
})
export class SettingsModule {}

/** The environment for a program that we start: ours, with what we know better. */
export function childEnvironment(overrides: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

/** What settings that are right by themselves have wrong together. */
function mistakesBetween({ priceFeedAddresses, priceFeedHeartbeatSeconds }: Settings): string[] {
  const [feeds, heartbeats] = [priceFeedAddresses.length, priceFeedHeartbeatSeconds.length];
  if (heartbeats === 1 || heartbeats === feeds) return [];
  return [
    `PRICE_FEED_HEARTBEAT_SECONDS: must be one number, or as many as PRICE_FEED_ADDRESS has feeds: ${heartbeats} for ${feeds}`,
  ];
}

function chosenText(
  { name, secret, empty }: Setting,
  variables: Variables,
  mistakes: string[],
): string | undefined {
  const text = variables[name] === '' ? empty : variables[name];
  const file = secret === true ? variables[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return text;
  if (text === undefined) return readSecret(`${name}_FILE`, file, mistakes);
  mistakes.push(`${name} and ${name}_FILE are both set: keep one`);
  return undefined;
}

function readSecret(variable: string, file: string, mistakes: string[]): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
    mistakes.push(`${variable}: ${file} is empty`);
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    mistakes.push(`${variable}: ${file} cannot be read (${code})`);
  }
  return undefined;
}

/** The default with the settings in it filled in. A wrong one of those is its own mistake, reported once. */
function defaultText(setting: Setting, chosen: ReadonlyMap<string, string>): string {
  return setting.default.replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    const other = LIST.find((one) => one.name === name);
    if (other === undefined)
      throw new Error(`${setting.name}: its default names ${name}, which is no setting`);
    const text = chosen.get(name);
    return text !== undefined && other.schema.safeParse(text).success ? text : other.default;
  });
}
