import type { IndexStatus, OpenJob, Trouble, WriterStatus } from './index-status.repository.js';

const TITLE_WIDTH = 9;

/** The state of the index in a few lines, each with a title. */
export function toStatusLines({ head, writer, standbys, orders }: IndexStatus): string[] {
  const isLevel = head?.isLagging === false;
  return [
    toLine('block', head === null ? 'none yet' : `${head.block}, of ${head.time.toISOString()}`),
    toLine('level', isLevel ? 'yes' : 'no'),
    ...(head === null ? [] : [toLine('lag', `${head.lagSeconds.toFixed(1)} s`)]),
    toLine('writer', toWriter(writer)),
    toLine('standbys', standbys.length === 0 ? 'none' : `${standbys.length}: ${standbys.join(', ')}`),
    toLine('halted', toTrouble(writer.halted)),
    toLine('failing', toTrouble(writer.failing)),
    toLine('orders', orders.length === 0 ? 'none open' : `${orders.length} open`),
    ...orders.map(toOrder),
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

function toOrder({ id, kind, block, requestedAt, percent, isCancelled, failing }: OpenJob): string {
  const what = block === null ? kind : `${kind} to block ${block}`;
  const parts = [`order ${id}: ${what}, ordered ${requestedAt.toISOString()}`];
  if (kind === 'rebuild') parts.push(`${percent} % of the chain is read`);
  if (isCancelled) parts.push('cancelled, and not cleaned up yet');
  if (failing !== null) parts.push(`failing ${toTrouble(failing)}`);
  return `  ${parts.join('; ')}`;
}
