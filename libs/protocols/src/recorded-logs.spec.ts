import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { decodeEventLog } from 'viem';
import { recordedLogsOf, toPlain, type KnownLog } from '../../../test/support/recorded-logs.js';
import { findProtocol } from './protocols.js';

/** Folders of protocols; pools that several of them share are none. */
const NAMES = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'uniswap-v2')
  .map(({ name }) => name);

const readLogs = (name: string): KnownLog[] =>
  JSON.parse(readFileSync(recordedLogsOf(name), 'utf8')) as KnownLog[];

/** Texts and numbers of an event's arguments, whatever they are called and however they are nested. */
function valuesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn);
  return [String(value).toLowerCase()];
}

describe.each(NAMES)('logs that were recorded of %s', (name) => {
  it('are of each kind that an index cannot do without', () => {
    expect(existsSync(recordedLogsOf(name))).toBe(true);
    const kinds = readLogs(name).map(({ event }) => event.name);
    expect(kinds).toEqual(expect.arrayContaining(['Launched', 'Bought', 'Sold']));
  });

  it('are what they were when they were recorded, with addresses that their ABI finds in them', () => {
    const { abis, events } = findProtocol(name);
    for (const { log, event } of readLogs(name)) {
      const decoded = events.decode(log);
      expect(decoded === null ? null : toPlain(decoded)).toEqual(event);
      const { args } = decodeEventLog({
        abi: abis.launchpad,
        topics: log.topics as [],
        data: log.data,
      });
      const said = valuesIn(args);
      const { contract, ...rest } = event;
      expect(contract.toLowerCase()).toBe(log.address.toLowerCase());
      for (const value of Object.values(rest))
        if (/^0x[0-9a-f]{40}$/i.test(String(value))) expect(said).toContain(String(value).toLowerCase());
    }
  });
});
