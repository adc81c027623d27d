#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { ExportError } from './manifest.js';
import { verifyExport } from './verify-export.js';

const USAGE = 'usage: slipway-verify DIR|URL [--app TOKEN]';
const TOKEN = /^0x[0-9a-fA-F]{40}$/;

function readArguments(): { readonly source: string; readonly app: string | null } | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { app: { type: 'string' } },
    });
    const [source, ...others] = positionals;
    const { app = null } = values;
    if (source === undefined || others.length > 0 || (app !== null && !TOKEN.test(app))) return null;
    return { source, app };
  } catch {
    return null;
  }
}

const asked = readArguments();
if (asked === null) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    const { manifest, app } = await verifyExport(asked.source, asked.app);
    const { files, toBlock, chainId, launchpad } = manifest;
    process.stdout.write(
      `${files.length} files are as published: blocks 0 to ${toBlock} of ${launchpad} on chain ${chainId}\n`,
    );
    if (app !== null)
      process.stdout.write(
        [
          `${JSON.stringify(app.symbol)} agrees in each way of counting:`,
          `supply ${app.supply}, holders ${app.holders}, trades ${app.trades}`,
          `volume ${app.volumePlatform} wei of the platform token, ${app.volumeUsd ?? 'unknown'} USD\n`,
        ].join('\n'),
      );
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
