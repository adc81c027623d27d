import type { IncomingMessage } from 'node:http';

/** How this machine is called. No name server is asked for them, so that none can make another site's name lead here. */
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Wallets in a browser: whoever installed one lets it ask. */
const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\/[\w.-]{1,64}$/;

/** Whether a request was sent to this machine by a name of its own. */
export function namesThisMachine({ headers: { host = '' } }: IncomingMessage, port: number): boolean {
  return NAMES.some((name) => host.toLowerCase() === `${name}:${port}`);
}

/** Whether a request is of one of some pages, of a wallet, or of a program, which sends no `Origin`. */
export function isOfCaller({ headers: { origin } }: IncomingMessage, origins: readonly string[]): boolean {
  return origin === undefined || origins.includes(origin) || EXTENSION.test(origin);
}
