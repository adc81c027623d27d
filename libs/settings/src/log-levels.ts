/** Levels of messages, gravest first. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** A level and all graver ones, as Nest's loggers take them. */
export function logLevelsDownTo(level: LogLevel): LogLevel[] {
  return LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
}
