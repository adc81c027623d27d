import { get, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BlockWriter } from './bench/market/block-writer.js';
import { generateMarket } from './bench/market/generate-market.js';
import { askAgain } from './support/ask-again.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';
import { startApi, type RunningApi } from './support/running-api.js';
import { until } from './support/until.js';

const MARKET = { apps: 10, trades: 500, wallets: 50 };
const LISTENERS = 20;
const WAITING_KB = 256;
/** Trades of a block: their frames are fewer bytes than may wait. */
const TRADES = 300;
/** What the kernel takes for a connection that is not read is less than so many blocks. */
const MOST_BLOCKS = 100;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes of buffers that this process holds: the API's, since it runs in it. */
function heldMb(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers / 2 ** 20;
}

/** A connection that reads what it is told, and counts the trades. */
class Reader {
  trades = 0;
  isEnded = false;
  private rest = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (text: string) => {
      const frames = (this.rest + text).split('\n\n');
      this.rest = frames.pop() ?? '';
      this.trades += frames.filter((frame) => frame.includes('event: trade\n')).length;
    });
    response.once('close', () => (this.isEnded = true));
  }

  static open(url: string): Promise<Reader> {
    return new Promise((resolve, reject) => {
      get(url, (response) => {
        resolve(new Reader(response));
      }).once('error', reject);
    });
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  close(): void {
    this.response.destroy();
  }
}

describe('connections to the stream that read nothing', () => {
  let database: TestDatabase;
  let api: RunningApi;
  let writer: BlockWriter;
  const sockets: Socket[] = [];
  const readers: Reader[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    await generateMarket(database.url, MARKET);
    writer = await BlockWriter.open(database.url, MARKET);
    await writer.write(1);
    api = await startApi(database.url, {
      streamWaitingKb: WAITING_KB,
      streamMaxConnectionsPerClient: LISTENERS + 1,
      streamMaxConnections: LISTENERS + 1,
    });
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    for (const reader of readers) reader.close();
    await api.close();
    await writer.close();
    await database.drop();
  });

  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      (api.app.getHttpServer() as Server).getConnections((error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    });

  async function listen(): Promise<Reader> {
    const reader = await askAgain(() => Reader.open(`${api.origin}/v1/stream?topics=head,trades`));
    expect(reader.status).toBe(200);
    readers.push(reader);
    return reader;
  }

  /** A connection that is left unread once its response has begun. */
  async function openUnread(): Promise<void> {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
    sockets.push(socket);
    socket.write('GET /v1/stream?topics=head,trades HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await new Promise((resolve) => socket.once('readable', resolve));
  }

  it('are ended at their bound of waiting bytes, and take no memory any more; one that reads hears everything', async () => {
    for (let i = 0; i < LISTENERS; i += 1) await openUnread();
    const reader = await listen();
    const before = heldMb();
    let most = before;
    let blocks = 0;
    while ((await connections()) > 1 && blocks < MOST_BLOCKS) {
      await writer.write(TRADES);
      blocks += 1;
      await until('the block is told', () => reader.trades === blocks * TRADES);
      most = Math.max(most, heldMb());
    }
    expect(blocks).toBeLessThan(MOST_BLOCKS);
    // More than the kernel takes has waited; of each no more than the bound, and the frames that went over it.
    expect(most - before).toBeLessThan((LISTENERS * 2 * WAITING_KB) / 1_024 + 2);
    await until('their memory is free', () => heldMb() < before + 2);
    expect(reader.isEnded).toBe(false);
    reader.close();
    // Their places are free.
    for (let i = 0; i < LISTENERS; i += 1) await listen();
  });
});
