import { chromium, type Browser } from 'playwright-core';
import { findProgram } from './find-program.js';

/** The flags are what a container without a display, a GPU or a network has room for. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** A headless browser: the machine's own, for suites that are described with `chromium`. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findProgram('chromium') ?? 'chromium', args: FLAGS });
}
