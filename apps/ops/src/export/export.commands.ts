import { mkdir, realpath } from 'node:fs/promises';
import type { Command } from 'commander';
import { SessionLocks } from '@slipway/database';
import type { CommandContext } from '../command-line/command-context.js';
import { OperatorError } from '../command-line/command-line.js';
import { ExportRepository } from './export.repository.js';
import { exportFinalBlocks, type ExportProgress } from './exporter.js';
import { FileWriter } from './file-writer.js';
import { FORMATS, type ExportFormat } from './export-folder.js';

/** Memory is some hundred bytes a row of the largest set, a few times over. */
const SEGMENT_TRANSFERS = '100000';

interface Options {
  readonly out?: string;
  readonly serve?: boolean;
  readonly format?: string;
  readonly segment: string;
}

export function addExportCommands(program: Command, { settings, print, warn }: CommandContext): void {
  program
    .command('export')
    .description(
      'publish final blocks as files: Parquet and ndjson with a manifest, from where the last run ended',
    )
    .option('--out <dir>', 'folder of the files')
    .option('--serve', 'the folder of EXPORTS_DIR, which the API serves at /exports/')
    .option('--format <format>', `${FORMATS.join(' or ')} alone; both without it`)
    .option('--segment <transfers>', 'about so many transfers a segment', SEGMENT_TRANSFERS)
    .action(async (options: Options) => {
      const formats = readFormats(options.format);
      const segmentTransfers = readSegment(options.segment);
      const folder = await openFolder(options, settings.exportsDir);
      const locks = new SessionLocks({ url: settings.databaseUrl, role: 'slipway_ops' }, ({ message }) => {
        warn(`database: ${message}`);
      });
      const repository = await ExportRepository.connect(settings.databaseUrl);
      const writer = new FileWriter();
      try {
        if (!(await locks.take(`export ${folder}`)))
          throw new OperatorError(`another export to ${folder} is running`);
        const finalityBlocks = settings.finality.blocks;
        const began = Date.now();
        const done = await exportFinalBlocks(
          repository,
          writer,
          { folder, formats, segmentTransfers, finalityBlocks },
          (progress) => {
            print(progressLine(progress, Date.now() - began));
          },
        );
        print(
          done.segments === 0
            ? `nothing to export: block ${done.block} is the last final one that is published`
            : `${done.rows} rows of ${done.segments} ${done.segments === 1 ? 'segment' : 'segments'} published, up to block ${done.block}`,
        );
      } finally {
        await Promise.all([writer.close(), repository.close(), locks.close()]);
      }
    });
}

function readFormats(text: string | undefined): readonly ExportFormat[] {
  const formats = FORMATS.filter((format) => text === undefined || format === text);
  if (formats.length === 0) throw new OperatorError(`--format must be ${FORMATS.join(' or ')}`);
  return formats;
}

function readSegment(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new OperatorError('--segment must be a number from 1 to 999999');
  return Number(text);
}

async function openFolder({ out, serve }: Options, exportsDir: string | null): Promise<string> {
  if ((out === undefined) === (serve === undefined)) throw new OperatorError('say --out DIR, or --serve');
  const folder = out ?? exportsDir;
  if (folder === null) throw new OperatorError('--serve needs EXPORTS_DIR to be set');
  await mkdir(folder, { recursive: true });
  return realpath(folder);
}

function progressLine({ fraction, rows, block, lastBlock }: ExportProgress, ms: number): string {
  const left = Math.ceil((ms * (1 - fraction)) / fraction / 1_000);
  const time = left < 120 ? `${left} s` : `${Math.ceil(left / 60)} min`;
  return `${Math.floor(fraction * 100)} %: block ${block} of ${lastBlock}, ${rows} rows, ${fraction === 1 ? 'done' : `${time} left`}`;
}
