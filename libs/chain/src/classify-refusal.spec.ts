import { cpuOf } from '../../../test/support/cpu-of.js';
import { type RangeTooLargeError, type ThrottledError, type NodeError } from './node-error.js';
import { toNodeError, type RpcCall } from './classify-refusal.js';

const LOGS: RpcCall = {
  method: 'eth_getLogs',
  params: [{ fromBlock: '0x1', toBlock: '0x7d0', address: ['0x1', '0x2'], topics: [['0x3']] }],
};
const ONE_BLOCK: RpcCall = {
  method: 'eth_getLogs',
  params: [{ blockHash: '0x1', address: ['0x1'], topics: [] }],
};
const RECEIPTS: RpcCall = { method: 'eth_getBlockReceipts', params: ['0x1'] };
const HEADER: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] };
const CALL: RpcCall = { method: 'eth_call', params: [] };
/** A request of a hundred calls, refused as a whole. */
const BATCH = null;

interface Recorded {
  /** Whose answer it is, and where it was reported. */
  readonly of: string;
  readonly source: string;
  readonly call: RpcCall | null;
  readonly status?: number;
  readonly retryAfter?: string;
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
  readonly remedy: NodeError['remedy'];
  /** Blocks that it says it would give. */
  readonly blocks?: number | null;
}

/** Answers as people recorded them in public issues. */
const RECORDED: readonly Recorded[] = [
  // prettier-ignore
  { of: 'Alchemy', source: 'ethereum/go-ethereum#25343', call: LOGS, code: -32_602, message: 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x0, 0x87fe9]', remedy: 'smaller', blocks: 0x87fea },
  // prettier-ignore
  { of: 'Alchemy', source: 'boundless-xyz/boundless#838', call: LOGS, status: 400, code: -32_600, message: 'You can make eth_getLogs requests with up to a 500 block range. Based on your parameters, this block range should work: [0x1a30dfd, 0x1a30ff0]', remedy: 'smaller', blocks: 500 },
  // prettier-ignore
  { of: 'Alchemy', source: 'gitcoinco/grants-stack-indexer#156', call: LOGS, code: 429, message: 'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.', remedy: 'later' },
  // prettier-ignore
  { of: 'Alchemy', source: 'conduitxyz/node#36', call: RECEIPTS, status: 429, code: 429, message: 'Your app has exceeded its compute units per second capacity.', remedy: 'later' },
  // prettier-ignore
  { of: 'Alchemy', source: 'xmtp/xmtpd#672', call: HEADER, status: 403, code: -32_600, message: 'Monthly capacity limit exceeded. Visit https://dashboard.alchemyapi.io/settings/billing to upgrade your scaling policy for continued service.', remedy: 'operator' },
  // prettier-ignore
  { of: 'Infura', source: 'ethers-io/ethers.js#4703', call: LOGS, code: -32_005, message: 'query returned more than 10000 results. Try with this block range [0x1, 0x3E8].', data: { from: '0x1', limit: 10_000, to: '0x3E8' }, remedy: 'smaller', blocks: 1_000 },
  // prettier-ignore
  { of: 'Infura', source: 'INFURA/infura#237', call: LOGS, code: -32_602, message: 'range 1000000 exceeds limit of 10000', remedy: 'smaller', blocks: 10_000 },
  // prettier-ignore
  { of: 'Infura', source: 'status-im/nimbus-eth2#1632', call: LOGS, code: -32_005, message: 'daily request count exceeded, request rate limited', data: { rate: { allowed_rps: 1, backoff_seconds: 30, current_rps: 1.27 } }, remedy: 'later' },
  // prettier-ignore
  { of: 'Infura', source: 'INFURA/infura#201', call: HEADER, status: 429, code: -32_005, message: 'project ID request rate exceeded', data: { rate: { backoff_seconds: 0 } }, remedy: 'later' },
  // prettier-ignore
  { of: 'Infura', source: 'INFURA/infura#83', call: LOGS, message: 'Invalid host specified', remedy: 'later' },
  // prettier-ignore
  { of: 'QuickNode', source: 'OffchainLabs/arbitrum-sdk#609', call: LOGS, status: 413, code: -32_614, message: 'eth_getLogs is limited to a 10,000 range', remedy: 'smaller', blocks: 10_000 },
  // prettier-ignore
  { of: 'QuickNode', source: 'foundry-rs/foundry#4894', call: HEADER, code: -32_007, message: '100/second request limit reached - reduce calls per second or upgrade your account at quicknode.com', remedy: 'later' },
  // prettier-ignore
  { of: 'Ankr', source: 'ponder-sh/ponder#1940', call: LOGS, message: 'maximum [from, to] blocks distance: 10000', code: -32_000, remedy: 'smaller', blocks: 10_000 },
  // prettier-ignore
  { of: 'Chainstack', source: 'matter-labs/zksync-era#2974', call: LOGS, code: -32_602, message: 'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits#evm-range-limits', remedy: 'smaller' },
  // prettier-ignore
  { of: 'Cloudflare', source: 'ethers-io/ethers.js#841', call: LOGS, code: -32_600, message: 'Invalid Request. Requested data is older than 128 blocks.', remedy: 'elsewhere' },
  // prettier-ignore
  { of: 'NodeReal', source: 'latticexyz/mud#2078', call: LOGS, code: -32_000, message: 'exceed maximum block range: 50000', remedy: 'smaller', blocks: 50_000 },
  // prettier-ignore
  { of: 'Nodies', source: 'MASQ-Project/Node#734', call: LOGS, code: -32_001, message: 'Block range too large: maximum allowed is 20000 blocks', remedy: 'smaller', blocks: 20_000 },
  // prettier-ignore
  { of: 'Gnosis gateway', source: 'AlphaWallet/alpha-wallet-ios#5021', call: BATCH, code: -32_600, message: 'Too many ["eth_getLogs"] methods in the batch', remedy: 'smaller' },
  // prettier-ignore
  { of: 'Tenderly', source: 'fluencelabs/dev-rewards#20', call: LOGS, status: 429, code: -32_005, message: 'rate limit exceeded', remedy: 'later' },
  // prettier-ignore
  { of: 'BSC dataseed', source: 'bnb-chain/bsc#1215', call: ONE_BLOCK, code: -32_005, message: 'limit exceeded', remedy: 'later' },
  // prettier-ignore
  { of: 'zkSync', source: 'ponder-sh/ponder#724', call: LOGS, code: -32_602, message: 'Query returned more than 10000 results. Try with this block range [0x118dc91, 0x1198cc3].', remedy: 'smaller', blocks: 0x1198cc3 - 0x118dc91 + 1 },
  // prettier-ignore
  { of: 'Polygon zkEVM', source: '0xPolygon/zkevm-node#3136', call: ONE_BLOCK, code: -32_602, message: 'logs are limited to a 10000 block range', remedy: 'later' },
  // prettier-ignore
  { of: 'Scroll', source: 'DefiLlama/DefiLlama-Adapters#7785', call: LOGS, code: -32_000, message: 'block range is larger than max block range, block range = 1634, max block range = 1000', remedy: 'smaller', blocks: 1_000 },
  // prettier-ignore
  { of: 'Moonbeam', source: 'moonbeam-foundation/moonbeam#3250', call: LOGS, code: -32_000, message: 'block range is too wide (maximum 1024)', remedy: 'smaller', blocks: 1_024 },
  // prettier-ignore
  { of: 'Confura', source: 'Conflux-Chain/conflux-documentation#335', call: LOGS, message: 'result set to be queried is too large with more than 10000 logs, please narrow down your filter condition', code: -32_000, remedy: 'smaller', blocks: null },
  // prettier-ignore
  { of: 'proxyd', source: 'okx/xlayer-erigon#434', call: LOGS, status: 503, code: -32_011, message: 'no backend is currently healthy to serve traffic', remedy: 'later' },
  // prettier-ignore
  { of: 'proxyd', source: 'hemilabs/heminetwork#491', call: LOGS, code: -32_011, message: 'no backend is currently healthy to serve traffic', remedy: 'later' },
  // prettier-ignore
  { of: 'Base', source: 'base/node#368', call: LOGS, code: -32_000, message: '429 Too Many Requests: {"jsonrpc":"2.0","error":{"code":-32016,"message":"over rate limit"},"id":2239375}', remedy: 'later' },
  // prettier-ignore
  { of: 'Arc', source: 'circlefin/arc-node#454', call: LOGS, code: -32_012, message: 'requested range too large', remedy: 'smaller' },
  // prettier-ignore
  { of: 'geth', source: 'base/node#234', call: BATCH, code: -32_600, message: 'batch too large', remedy: 'smaller' },
  // prettier-ignore
  { of: 'geth', source: 'base/node#153', call: RECEIPTS, code: -32_601, message: 'the method eth_getBlockReceipts does not exist/is not available', remedy: 'elsewhere' },
  // prettier-ignore
  { of: 'geth', source: 'ethereum/go-ethereum#31939', call: LOGS, code: 4_444, message: 'pruned history unavailable', remedy: 'elsewhere' },
  // prettier-ignore
  { of: 'geth', source: 'ethers-io/ethers.js#949', call: CALL, code: 3, message: 'execution reverted: ERC721: owner query for nonexistent token', remedy: 'none' },
  // prettier-ignore
  { of: 'OpenEthereum', source: 'gnosis/dex-services#1647', call: CALL, code: -32_015, message: 'VM execution error.', data: 'Reverted 0x', remedy: 'none' },
  // prettier-ignore
  { of: 'a wallet before a node', source: 'MetaMask/metamask-extension#18345', call: CALL, code: -32_603, message: 'Internal JSON-RPC error.', data: { code: 3, data: '0x08c379a0', message: 'execution reverted: has aaaaa.' }, remedy: 'none' },
  // prettier-ignore
  { of: 'a chain of xDai', source: 'MetaMask/rpc-errors#49', call: CALL, code: -32_016, message: 'The execution failed due to an exception.', data: 'Reverted', remedy: 'none' },
  // prettier-ignore
  { of: 'erigon', source: 'erigontech/erigon#7072', call: BATCH, code: -32_000, message: 'batch limit 100 exceeded: 142 requests given', remedy: 'smaller' },
  // prettier-ignore
  { of: 'erigon', source: 'erigontech/erigon#23211', call: LOGS, code: -32_602, message: 'query exceeds the maximum of 1000 addresses or topics per search position', remedy: 'smaller' },
  // prettier-ignore
  { of: 'erigon', source: 'erigontech/erigon#13198', call: LOGS, code: -32_000, message: 'state transitaion failed: seek with txNum=1962853355 but data before txNum=2662500000 is not available: blockNum=16999999', remedy: 'elsewhere' },
  // prettier-ignore
  { of: 'erigon', source: 'erigontech/erigon#19721', call: LOGS, code: -32_602, message: 'query block range exceeds server limit, narrow your filter: 1000', remedy: 'smaller', blocks: 1_000 },
  // prettier-ignore
  { of: 'nethermind', source: 'NethermindEth/nethermind#5230', call: LOGS, code: -32_001, message: "Receipt not available for 'From' block '11052984'.", remedy: 'elsewhere' },
  // prettier-ignore
  { of: 'besu', source: 'besu-eth/besu#4951', call: BATCH, code: -32_602, message: 'Number of requests in batch exceeds --rpc-max-batch-size.', remedy: 'smaller' },
  // prettier-ignore
  { of: 'reth', source: 'base/base#2421', call: LOGS, code: -32_602, message: 'query exceeds max results 20000, retry with the range 25766988-25775072', remedy: 'smaller', blocks: 8_085 },
  // prettier-ignore
  { of: 'reth', source: 'paradigmxyz/reth#8558', call: LOGS, code: -32_602, message: 'query exceeds max block range 5000', remedy: 'smaller', blocks: 5_000 },
  // prettier-ignore
  { of: 'Pocket', source: 'pokt-network/pocket-core#1402', call: LOGS, code: -32_603, message: 'Internal JSON-RPC error.', remedy: 'later' },
  // prettier-ignore
  { of: 'anvil', source: 'foundry-rs/foundry#6771', call: RECEIPTS, code: -32_601, message: 'Method not found', remedy: 'elsewhere' },
  // prettier-ignore
  { of: 'a provider behind geth', source: 'ethereum/go-ethereum#23300', call: BATCH, status: 400, message: 'Batch limit 128, got 2840', remedy: 'smaller' },
];

describe('toNodeError', () => {
  it.each(RECORDED.map((one) => [`${one.of} (${one.source})`, one] as const))(
    'knows what %s means',
    (_, one) => {
      const { call, status = 200, retryAfter = null, code, message, data, remedy, blocks } = one;
      const error = toNodeError(
        { status, retryAfter, code, message, data },
        { call, calls: call === null ? 100 : 1 },
      );
      expect(error.remedy).toBe(remedy);
      if (blocks !== undefined) expect((error as RangeTooLargeError).blocks).toBe(blocks);
    },
  );

  const failure = { status: 200, retryAfter: null };
  const asked = { call: LOGS, calls: 1 };

  it.each([429, 500, 502, 503, 504, 520, 529])(
    'takes HTTP %i for "later", whatever the body says',
    (status) => {
      const size = { code: -32_602, message: 'query exceeds max block range 5000' };
      expect(toNodeError({ ...failure, status, ...size }, asked).remedy).toBe('later');
    },
  );

  it.each([
    ['2', 2_000],
    ['0.5', 500],
    ['86400', 600_000],
    ['soon', null],
    ['-1', null],
  ])('reads Retry-After: %s', (retryAfter, ms) => {
    const error = toNodeError({ status: 429, retryAfter }, asked) as ThrottledError;
    if (ms === null) expect(error.retryAfterMs).toBeNull();
    else expect(error.retryAfterMs).toBe(ms);
  });

  it('reads a date in Retry-After', () => {
    // It has whole seconds.
    const at = Math.floor(Date.now() / 1_000) * 1_000 + 60_000;
    const error = toNodeError({ status: 429, retryAfter: new Date(at).toUTCString() }, asked);
    const { retryAfterMs } = error as ThrottledError;
    expect(retryAfterMs).toBeGreaterThanOrEqual(at - Date.now());
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('waits as long as some say in JSON', () => {
    const data = { rate: { backoff_seconds: 30 } };
    expect(toNodeError({ ...failure, message: 'rate limited', data }, asked)).toMatchObject({
      retryAfterMs: 30_000,
    });
  });

  it.each([
    [401, 'operator'],
    [403, 'operator'],
    [404, 'operator'],
    [413, 'smaller'],
    [400, 'later'],
    [422, 'later'],
  ])('takes HTTP %i without words for "%s"', (status, remedy) => {
    expect(toNodeError({ ...failure, status }, asked).remedy).toBe(remedy);
  });

  it('takes no words about size for it where nothing smaller can be asked for', () => {
    const words = { code: -32_005, message: 'response size exceeded' };
    expect(toNodeError({ ...failure, ...words }, asked).remedy).toBe('smaller');
    expect(toNodeError({ ...failure, ...words }, { call: ONE_BLOCK, calls: 1 }).remedy).toBe('later');
  });

  it('takes what it does not know for "later", and says what was said', () => {
    const error = toNodeError({ ...failure, code: -32_099, message: 'the goblins are on strike' }, asked);
    expect(error.remedy).toBe('later');
    expect(error.message).toBe('eth_getLogs: the goblins are on strike (-32099)');
  });

  it('bounds what it repeats and matches', () => {
    const read = (): NodeError => toNodeError({ ...failure, message: 'max '.repeat(1_000_000) }, asked);
    expect(read().message.length).toBeLessThan(600);
    expect(cpuOf(read)).toBeLessThan(1_000);
  });
});
