export type Program = 'api' | 'indexer' | 'ops' | 'devnet';

/** All that is known about one environment variable; README.md's table is tested against it. */
export interface SettingDefinition<T = unknown> {
  /** The variable. A secret may come in a file instead, named by `<name>_FILE`. */
  readonly name: string;
  /** What is meant when it is not set; `${NAME}` stands for another setting. */
  readonly default: string;
  /** The default is for a developer's machine: production has to say its own. */
  readonly developmentDefault?: true;
  readonly secret?: true;
  readonly usedBy: readonly Program[];
  readonly description: string;
  /** Turns the text into the value, or throws a {@link WrongValue} that says what was expected. */
  readonly parse: (text: string) => T;
  /** What production asks beyond that; throws a {@link WrongValue} likewise. */
  readonly inProduction?: (text: string) => void;
}

/** Thrown by parsers. The message completes "NAME: must be ..." or "NAME: production needs ...", and never repeats the value, which may be secret. */
export class WrongValue extends Error {}

export interface RegisteredSetting extends SettingDefinition {
  /** The property of Env that holds the value. */
  readonly property: string;
}

const registered: RegisteredSetting[] = [];

/** Every setting, in the order of the class. */
export const SETTINGS: readonly RegisteredSetting[] = registered;

/** Documents a property of Env and says how it is read. The property's type is what the parser returns. */
export function Setting<T>(definition: SettingDefinition<T>) {
  return <K extends string>(_target: Readonly<Record<K, T>>, property: K): void => {
    registered.push({ ...definition, property });
  };
}
