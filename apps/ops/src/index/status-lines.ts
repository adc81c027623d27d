import type { IndexStatus, OpenJob, Trouble, WriterStatus } from './index-status.repository.js';

const TITLE_WIDTH = 9;

/** The state of the index in a few lines, each with a title. */
export function toStatusLines({ head, writer, standbys, keysLeft, jobs }: IndexStatus): string[] {
  const isLevel = head?.isLagging === false;
  return [
    toLine('block', head === null ? 'none yet' : `${head.block}, of ${head.time.toISOString()}`),
    toLine('level', isLevel ? 'yes' : 'no'),
    ...(head === null ? [] : [toLine('lag', `${head.lagSeconds.toFixed(1)} s`)]),
    toLine('writer', toWriter(writer)),
    toLine('standbys', standbys.length === 0 ? 'none' : `${standbys.length}: ${standbys.join(', ')}`),
    toLine('halted', toTrouble(writer.halted)),
    toLine('failing', toTrouble(writer.failing)),
    ...(keysLeft.served === 0 ? [] : [toLine('keys', toKeysLeft(keysLeft.served))]),
    toLine('jobs', jobs.length === 0 ? 'none open' : `${jobs.length} open`),
    ...jobs.map((job) => toJob(job, keysLeft.rebuilt)),
  ];
}

function toLine(title: string, text: string): string {
  return `${title.padEnd(TITLE_WIDTH)}${text}`;
}

function toWriter({ name, epoch, isRunning, beatAt }: WriterStatus): string {
  if (name === null) return 'none; no indexer has ever run';
  const last = beatAt === null ? 'never' : beatAt.toISOString();
  return isRunning
    ? `${name}, epoch ${epoch}, last heartbeat ${last}`
    : `none; the last one, ${name}, was silent after ${last}`;
}

function toTrouble(trouble: Trouble | null): string {
  if (trouble === null) return 'no';
  return trouble.since === null ? trouble.reason : `since ${trouble.since.toISOString()}: ${trouble.reason}`;
}

function toKeysLeft(count: number): string {
  return `${count} ${count === 1 ? 'is' : 'are'} yet to be built`;
}

function toJob(
  { id, kind, block, requestedAt, percent, isCancelled, failing }: OpenJob,
  keysLeft: number,
): string {
  const what = block === null ? kind : `${kind} to block ${block}`;
  const parts = [`job ${id}: ${what}, asked for ${requestedAt.toISOString()}`];
  if (kind === 'rebuild') parts.push(`${percent} % of the chain is read`);
  if (kind === 'rebuild' && keysLeft > 0) parts.push(`of its keys ${toKeysLeft(keysLeft)}`);
  if (isCancelled) parts.push('cancelled, and not cleaned up yet');
  if (failing !== null) parts.push(`failing ${toTrouble(failing)}`);
  return `  ${parts.join('; ')}`;
}
