import { randomUUID } from 'node:crypto';
import type { PrismaService, Run } from '@slipway/database';
import { priceTradeOf, toMarketItem } from '@slipway/domain';
import { ITEMS, type ItemRow } from './items.sql.js';
import { messageId, messagesOf, retractionsOf, textOf, type MessageData, type Text } from '../message.js';
import * as sql from './plan.sql.js';

/** Blocks that one round reads at most, for those that have far to go. */
const MOST_BLOCKS = 256;

/** Items that are read at once, but for those of one block, which are read together. */
const MOST_ITEMS = 5_000;

/** Items that one round tells to the subscriptions of a group, give or take one's. */
const MOST_TOLD = 200_000;

interface Item extends Text {
  readonly block: number;
  readonly time: Date;
  readonly token: string;
  readonly type: 'launch' | 'trade' | 'graduation' | 'claim';
  readonly wallet: string | null;
  /** With 26 decimals. */
  readonly usd: string | null;
}

/** Subscriptions that are told of the same blocks. */
interface Group {
  readonly members: readonly sql.Due[];
  readonly after: number;
  readonly upTo: number;
}

export interface Round {
  /** Deliveries that were made. */
  readonly deliveries: number;
  readonly retractions: number;
  /** Whether there is more to plan now. */
  readonly isMore: boolean;
}

const NOTHING: Round = { deliveries: 0, retractions: 0, isMore: false };

/**
 * Makes deliveries of what the index has: by block range, from the tables, whether the blocks are new, a month old, or told again. A
 * round is a transaction: it moves where a subscription stands together with what it is told.
 */
export class Planner {
  /** @param finalityBlocks how far a reorganisation may reach */
  constructor(
    private readonly prisma: PrismaService,
    private readonly finalityBlocks: number,
  ) {}

  /** Plans some of what is due; nothing while another worker does. */
  plan(): Promise<Round> {
    return this.prisma.$inTransaction(async (run) => {
      for (const statement of sql.BEGIN_ROUND) await run(statement);
      const [planning] = await run(sql.TAKE_PLANNING);
      const [state] = await run(sql.STATE, this.finalityBlocks);
      if (planning?.isTaken !== true || state === undefined) return NOTHING;
      const retractions = state.stands ? 0 : await this.takeBack(run, state);
      const [kept] = state.stands ? [state] : await run(sql.STATE, this.finalityBlocks);
      await run(sql.KEEP_HASHES, kept?.planned ?? state.head - this.finalityBlocks - 1);
      const due = await run(sql.DUE, state.head, state.final);
      const sequences = new Map<string, number>();
      let deliveries = retractions;
      let isMore = false;
      for (const group of groupsOf(due)) {
        const done = await planGroup(run, group, sequences);
        deliveries += done.deliveries;
        isMore ||= done.isMore;
      }
      if (deliveries > 0) await run(sql.ANNOUNCE);
      return { deliveries, retractions, isMore };
    });
  }

  /** Deletes what is kept no longer. */
  async trim(): Promise<void> {
    const [state] = await this.prisma.$runAtPrimary(sql.STATE, this.finalityBlocks);
    if (state === undefined) return;
    for (const statement of sql.TRIM) await this.prisma.$runAtPrimary(statement, state.final);
  }

  /** Tells of a reorganisation those who were told of what it undid. @returns how many retractions that takes */
  private async takeBack(run: Run, { planned, time }: sql.IndexState): Promise<number> {
    const [found] = await run(sql.FORK, (planned ?? 0) - this.finalityBlocks - 1);
    const fork = found?.fork ?? null;
    if (fork === null) return 0;
    const told = await run(sql.TAKE_BACK, fork);
    for (const statement of sql.GO_BACK) await run(statement, fork);
    const place = { block: fork - 1, hash: null, isReplay: false };
    const contents: Content[] = [];
    const added = told.flatMap(({ id, sequence, messages }) => {
      const content = new Content(time);
      contents.push(content);
      return retractionsOf(fork - 1, messages).map((message, i) =>
        toDelivery(message, { ...place, id, sequence: sequence + i + 1, content }, new Set()),
      );
    });
    await add(run, added, contents);
    return added.length;
  }
}

/**
 * Those that are near the end of the same range together; of those far behind, whoever is among the first. A replay is a group of
 * its own.
 */
function groupsOf(due: readonly sql.Due[]): Group[] {
  const groups: Group[] = due
    .filter(({ replay }) => replay !== null)
    .map((one) => ({ members: [one], after: one.after, upTo: Math.min(one.upTo, one.after + MOST_BLOCKS) }));
  for (const finality of ['pending', 'final'] as const) {
    const all = due.filter((one) => one.replay === null && one.finality === finality);
    const end = Math.max(...all.map(({ upTo }) => upTo));
    for (const isNear of [true, false]) {
      const some = all.filter(({ after }) => after >= end - MOST_BLOCKS === isNear);
      const after = Math.min(...some.map((one) => one.after));
      const upTo = Math.min(end, after + MOST_BLOCKS);
      const members = some.filter((one) => one.after < upTo);
      if (members.length > 0) groups.push({ members, after, upTo });
    }
  }
  return groups;
}

/** @param sequences the last ones of those who were told in this round */
async function planGroup(
  run: Run,
  group: Group,
  sequences: Map<string, number>,
): Promise<Pick<Round, 'deliveries' | 'isMore'>> {
  const replay = group.members[0]?.replay ?? null;
  if (group.upTo <= group.after) {
    if (replay !== null) await run(sql.END_REPLAY, replay);
    return { deliveries: 0, isMore: false };
  }
  const { items, upTo } = await readItems(run, group.after, group.upTo);
  const members = new Map(
    group.members.filter(({ after }) => after < upTo).map((member) => [member.id, member]),
  );
  const { added, contents, postponed } = await makeDeliveries(
    run,
    items,
    members,
    { after: group.after, upTo },
    sequences,
  );
  await add(run, added, contents);
  const done = [...members.keys()].filter((id) => !postponed.has(id));
  if (replay === null) await run(sql.SET_PLANNED, done, upTo);
  else await run(sql.SET_REPLAYED, replay, upTo);
  const isMore = replay !== null || postponed.size > 0 || group.members.some((one) => one.upTo > upTo);
  return { deliveries: added.length, isMore };
}

/** Items of a range, or of as much of it as is read at once: whole blocks. */
async function readItems(
  run: Run,
  after: number,
  upTo: number,
): Promise<{ readonly items: readonly Item[]; readonly upTo: number }> {
  const rows = await run(ITEMS, after, upTo, MOST_ITEMS + 1);
  const last = rows.at(-1);
  if (last === undefined || rows.length <= MOST_ITEMS) return { items: rows.map(toItem), upTo };
  const whole = last.blockNumber - 1;
  if (whole > after)
    return { items: rows.filter(({ blockNumber }) => blockNumber <= whole).map(toItem), upTo: whole };
  const all = await run(ITEMS, after, last.blockNumber, 2 ** 31 - 1);
  return { items: all.map(toItem), upTo: last.blockNumber };
}

function toItem({ wallet, timestamp, ...row }: ItemRow): Item {
  const event = { ...row, timestamp: timestamp.toISOString() };
  const item = toMarketItem(event);
  const { usdAmount } = priceTradeOf(row.type, row, row.oraclePrice);
  return {
    ...textOf(item),
    ...{ block: row.blockNumber, time: timestamp, token: item.tokenAddress, wallet },
    type: row.type === 'buy' || row.type === 'sell' ? 'trade' : row.type,
    usd: usdAmount?.toString() ?? null,
  };
}

/** What is told of a block, each text once. */
class Content {
  readonly id = randomUUID();
  private readonly places = new Map<Text, number>();

  constructor(readonly time: Date) {}

  /** @returns where they are among {@link texts}, from 1 */
  placesOf(texts: readonly Text[]): number[] {
    return texts.map((text) => {
      const place = this.places.get(text) ?? this.places.size + 1;
      this.places.set(text, place);
      return place;
    });
  }

  get texts(): string[] {
    return Array.from(this.places.keys(), ({ json }) => json);
  }
}

interface Made {
  readonly added: readonly sql.NewDelivery[];
  readonly contents: readonly Content[];
  /** Who is told in another round, since this one has much to tell. */
  readonly postponed: ReadonlySet<string>;
}

async function makeDeliveries(
  run: Run,
  items: readonly Item[],
  members: ReadonlyMap<string, sql.Due>,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  sequences: Map<string, number>,
): Promise<Made> {
  const postponed = new Set<string>();
  if (items.length === 0 || members.size === 0) return { added: [], contents: [], postponed };
  const matches = await run(
    sql.MATCH,
    items.map(({ block }) => block),
    items.map(({ type }) => type),
    items.map(({ token }) => token),
    items.map(({ wallet }) => wallet),
    items.map(({ usd }) => usd),
  );
  if (matches.length === 0) return { added: [], contents: [], postponed };
  const hashes = new Map((await run(sql.HASHES, after, upTo)).map(({ number, hash }) => [number, hash]));
  const retracted = new Map(
    (await run(sql.RETRACTED, after, upTo)).map(({ id, messages }) => [id, new Set(messages)]),
  );
  const added: sql.NewDelivery[] = [];
  const contents = new Map<number, Content>();
  let told = 0;
  let last = '';
  for (const { id, block, items: places } of matches) {
    const member = members.get(id);
    if (member === undefined || block <= member.after || postponed.has(id)) continue;
    if (id !== last) {
      // A replay has one subscription, and goes on by whole ranges.
      if (told > MOST_TOLD && member.replay === null) {
        postponed.add(id);
        continue;
      }
      last = id;
    }
    const some = places.flatMap((place) => items[place] ?? []);
    const [first] = some;
    if (first === undefined) continue;
    told += some.length;
    const content = contents.get(block) ?? new Content(first.time);
    contents.set(block, content);
    const hash = hashes.get(block) ?? null;
    for (const message of messagesOf({ number: block, hash, finality: member.finality, items: some })) {
      const sequence = (sequences.get(id) ?? member.sequence) + 1;
      sequences.set(id, sequence);
      const place = { id, block, hash, isReplay: member.replay !== null, sequence, content };
      added.push(toDelivery(message, place, retracted.get(id) ?? new Set()));
    }
  }
  return { added, contents: [...contents.values()], postponed };
}

interface Place {
  readonly id: string;
  readonly block: number;
  readonly hash: string | null;
  readonly sequence: number;
  readonly isReplay: boolean;
  readonly content: Content;
}

function toDelivery(
  message: MessageData,
  { id, content, ...place }: Place,
  retracted: ReadonlySet<string>,
): sql.NewDelivery {
  return {
    ...place,
    ...{ subscription: id, type: message.type, message: messageId(id, message, retracted) },
    ...{ content: content.id, beginning: message.beginning, places: content.placesOf(message.texts) },
  };
}

/** With the sequences that they end at. */
async function add(
  run: Run,
  deliveries: readonly sql.NewDelivery[],
  contents: readonly Content[],
): Promise<void> {
  if (deliveries.length === 0) return;
  for (const { id, time, texts } of contents) await run(sql.ADD_CONTENT, id, time, texts);
  const [statement, ...values] = sql.addDeliveries(deliveries);
  await run(statement, ...values);
  const last = new Map(deliveries.map(({ subscription, sequence }) => [subscription, sequence]));
  await run(sql.SET_SEQUENCES, [...last.keys()], [...last.values()]);
}
