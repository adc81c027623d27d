import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';

/**
 * Child process: connections that listen. It reads commands, a line of JSON each, and responds with a line:
 * `open` paths, so many connections each in turn, `forget` what came so far, `blocks` (when each block came to each connection), `arrived` (bytes
 * and connections since, and when the first and the last of them came), `pause` all reading, `close`.
 */
const port = Number(process.argv[2]);
/** Connections that are opened at the same time. */
const AT_ONCE = 50;
const BLOCK = Buffer.from('"block":');
const COMMA = 44;
const BRACE = 125;

interface Listener {
  readonly socket: Socket;
  bytes: number;
  /** When the first and the last of them came, in milliseconds since 1970. */
  first: number;
  at: number;
}

type Command =
  | { readonly open: readonly string[]; readonly count: number }
  | { readonly ask: 'forget' | 'blocks' | 'arrived' | 'pause' | 'close' };

let listeners: Listener[] = [];
/** For each block when it was told of, in milliseconds since 1970, once a connection. */
let blocks = new Map<number, number[]>();

/** The first block that a piece of the stream names; NaN when there is none. What became final comes after it. */
function blockIn(piece: Buffer): number {
  const place = piece.indexOf(BLOCK);
  if (place === -1) return Number.NaN;
  let value = 0;
  for (let i = place + BLOCK.length; i < piece.length; i += 1) {
    const byte = piece[i]!;
    if (byte === COMMA || byte === BRACE) return value;
    value = value * 10 + byte - 48;
  }
  return Number.NaN;
}

function listen(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const listener: Listener = { socket, bytes: 0, first: 0, at: 0 };
    let last = -1;
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`);
    });
    socket.once('data', (piece: Buffer) => {
      if (!piece.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200'))) reject(new Error(piece.toString()));
      listeners.push(listener);
      resolve();
    });
    socket.on('data', (piece: Buffer) => {
      listener.at = Date.now();
      if (listener.bytes === 0) listener.first = listener.at;
      listener.bytes += piece.length;
      const block = blockIn(piece);
      if (!(block > last)) return;
      last = block;
      const times = blocks.get(block) ?? [];
      times.push(listener.at);
      blocks.set(block, times);
    });
  });
}

async function openAll(paths: readonly string[], count: number): Promise<object> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => from + i);
    await Promise.all(places.map((place) => listen(paths[place % paths.length]!)));
  }
  return { open: listeners.length };
}

async function respond(command: Command): Promise<object> {
  if ('open' in command) return openAll(command.open, command.count);
  if (command.ask === 'blocks') return { blocks: [...blocks] };
  if (command.ask === 'arrived') {
    const reached = listeners.filter(({ bytes }) => bytes > 0);
    return {
      reached: reached.length,
      bytes: reached.reduce((sum, { bytes }) => sum + bytes, 0),
      first: reached.reduce((earliest, { first }) => Math.min(earliest, first), Infinity),
      last: reached.reduce((latest, { at }) => Math.max(latest, at), 0),
    };
  }
  if (command.ask === 'pause') for (const { socket } of listeners) socket.pause();
  if (command.ask === 'close') {
    for (const { socket } of listeners) socket.destroy();
    listeners = [];
    await delay(200);
  }
  blocks = new Map();
  for (const listener of listeners) listener.bytes = 0;
  return {};
}

process.stdout.write('ready\n');
for await (const line of createInterface(process.stdin))
  process.stdout.write(`${JSON.stringify(await respond(JSON.parse(line) as Command))}\n`);
