import { OperatorError } from '../command-line/command-line.js';
import type { ExportRepository } from './export.repository.js';
import { prepareFolder, type ExportFormat } from './export-folder.js';
import type { FileWriter } from './file-writer.js';
import { readManifest, writeManifest, type Manifest, type PublishedFile, type Segment } from './manifest.js';
import { EXPORT_SETS, type BlockRange } from './sets.js';

export interface ExportOptions {
  readonly folder: string;
  readonly formats: readonly ExportFormat[];
  /** About so many transfers a segment; sets have so many rows, or some times that. */
  readonly segmentTransfers: number;
  readonly finalityBlocks: number;
}

/** What a run has published so far. */
export interface ExportProgress {
  readonly segments: number;
  readonly rows: number;
  readonly block: number;
  readonly lastBlock: number;
  /** Of the blocks that this run has to export. */
  readonly fraction: number;
}

/**
 * Publishes what is final and not published yet, a segment after the other.
 *
 * @param tell hears of each segment
 * @throws OperatorError when the index is not level, or not of the same chain as what is published
 */
export async function exportFinalBlocks(
  repository: ExportRepository,
  writer: FileWriter,
  options: ExportOptions,
  tell: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  const { folder, finalityBlocks } = options;
  const state = await repository.readState(finalityBlocks);
  if (state === null) throw new OperatorError('the index is not level yet: npm run ops -- index status');
  let manifest = await readManifest(folder, state.source);
  await prepareFolder(
    folder,
    new Set(manifest.segments.flatMap(({ files }) => files.map(({ file }) => file))),
  );
  await expectSameChain(repository, manifest);
  const first = nextBlock(manifest);
  const { lastFinalBlock: lastBlock } = state;
  let progress: ExportProgress = { segments: 0, rows: 0, block: first - 1, lastBlock, fraction: 1 };
  while (nextBlock(manifest) <= lastBlock) {
    const segment = await exportSegment(repository, writer, options, nextBlock(manifest), lastBlock);
    manifest = { ...manifest, segments: [...manifest.segments, segment] };
    await writeManifest(folder, manifest);
    progress = {
      segments: progress.segments + 1,
      rows: progress.rows + countRows(segment.files),
      block: segment.toBlock,
      lastBlock,
      fraction: (segment.toBlock + 1 - first) / (lastBlock + 1 - first),
    };
    tell(progress);
  }
  return progress;
}

const nextBlock = ({ segments }: Manifest): number => (segments.at(-1)?.toBlock ?? -1) + 1;

/** Each row once, whatever its formats. */
function countRows(files: readonly PublishedFile[]): number {
  const [first] = files;
  return files.reduce((sum, { format, rows }) => sum + (format === first?.format ? rows : 0), 0);
}

async function exportSegment(
  repository: ExportRepository,
  writer: FileWriter,
  { folder, formats, segmentTransfers, finalityBlocks }: ExportOptions,
  fromBlock: number,
  lastBlock: number,
): Promise<Segment> {
  const writing: Promise<PublishedFile[]>[] = [];
  const range = await repository.inSnapshot(async (): Promise<BlockRange & Pick<Segment, 'toBlockHash'>> => {
    // An operator may have had the index taken back meanwhile.
    const now = await repository.readState(finalityBlocks);
    if (now === null || now.lastFinalBlock < lastBlock)
      throw new OperatorError('the index was taken back: run the export again when it is level');
    const toBlock = await repository.endOfSegment(fromBlock, lastBlock, segmentTransfers);
    for (const set of EXPORT_SETS) {
      const table = await repository.readSet(set, { fromBlock, toBlock });
      const { written } = await writer.write({ folder, set: set.name, formats, fromBlock, toBlock, table });
      // A failure is heard of below, when all are waited for.
      written.catch(() => undefined);
      writing.push(written);
    }
    return { fromBlock, toBlock, toBlockHash: await repository.blockHash(toBlock) };
  });
  return { ...range, files: (await Promise.all(writing)).flat() };
}

/** Final blocks do not change; where they did, what is published and what follows would not belong together. */
async function expectSameChain(repository: ExportRepository, { segments }: Manifest): Promise<void> {
  for (const { toBlock, toBlockHash } of segments.slice(-2)) {
    const hash = await repository.blockHash(toBlock);
    if (hash !== null && toBlockHash !== null && hash !== toBlockHash)
      throw new OperatorError(
        `block ${toBlock} has hash ${hash}, and had ${toBlockHash} when it was published: the chain was reorganised below what was final; export to another folder`,
      );
  }
}
