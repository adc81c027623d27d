import { createSocket } from 'node:dgram';

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

export interface DnsServer extends AsyncDisposable {
  /** For `Resolver.setServers`. */
  readonly address: string;
  /** The questions so far, as `A name`. */
  readonly questions: readonly string[];
}

/** A DNS server of our own, which says what it likes each time: addresses, or null for no answer at all. */
export async function startDnsServer(
  answer: (question: string, times: number) => readonly string[] | null,
): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { name, end } = readName(message);
    const question = `${TYPES[message.readUInt16BE(end)] ?? 'other'} ${name}`;
    const addresses = answer(question, questions.filter((one) => one === question).length);
    questions.push(question);
    if (addresses !== null) socket.send(reply(message.subarray(0, end + 4), addresses), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        socket.close(() => {
          resolve();
        });
      }),
  };
}

/** The name asked for, and where it ends. */
function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** The question once more, with its answers, which are good for no second. */
function reply(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8, HEADER_BYTES);
  const records = addresses.map((address) => {
    const bytes = bytesOf(address);
    const record = Buffer.from([
      0xc0,
      HEADER_BYTES,
      0,
      bytes.length === 4 ? 1 : 28,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      bytes.length,
    ]);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, ...records]);
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  // As URLs write it: without an IPv4 address in it.
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after].map((text) => text.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill('0');
  return Buffer.from(
    [...(first ?? []), ...zeros, ...(last ?? [])].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
}
