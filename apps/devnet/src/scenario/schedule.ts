import type { Random } from './random.js';

/** Something that will happen to an app, before it is known which account does it. Times in Unix seconds. */
export interface Appointment {
  readonly time: number;
  readonly kind: 'launch' | 'trade' | 'rally' | 'transfer' | 'price';
  /** Index of the app; 0 for a price of the feed. */
  readonly app: number;
}

/** When an app is launched, trades and graduates. Times in Unix seconds. */
export interface AppTimeline {
  readonly launchedAt: number;
  readonly trades: number;
  /** When it graduates; null when it does not. */
  readonly graduatesAt: number | null;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Apps that were there from the first day, and apps of the last. */
const EARLY_APPS = 12;
const LATE_APPS = 5;
const GRADUATES = 7;
const TRADES = 5_000;
const TRANSFERS = 260;

/** Trades of the last day besides all others, so that 24-hour figures have something to say. */
const LAST_DAY_TRADES = 240;
/** How many buys a rally may take to graduate an app; those that come too late are ordinary trades. */
const RALLY_BUYS = 12;

/** Gives each app its launch and its size: the first ones of the catalogue are the most popular. */
export function planTimelines(random: Random, apps: number, start: number, end: number): AppTimeline[] {
  const weights = Array.from({ length: apps }, (_, rank) => random.between(0.8, 1.2) / (rank + 4) ** 0.8);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, rank) => {
    const graduates = rank < GRADUATES;
    const launchedAt = Math.floor(launchTime(random, rank, apps, start, end));
    return {
      launchedAt,
      trades: Math.round((TRADES * weight) / whole),
      graduatesAt: graduates ? Math.floor(random.between(launchedAt + 2 * DAY, end - 3 * DAY)) : null,
    };
  });
}

function launchTime(random: Random, rank: number, apps: number, start: number, end: number): number {
  if (rank < EARLY_APPS) return start + random.between(0.5 * HOUR, 30 * HOUR);
  if (rank >= apps - LATE_APPS) return end - random.between(2 * HOUR, 23 * HOUR);
  return random.between(start + DAY, end - 2 * DAY);
}

/** Everything of the thirty days, in time order. Nothing but the feed happens in the quiet hours. */
export function planAppointments(
  random: Random,
  timelines: readonly AppTimeline[],
  start: number,
  end: number,
): Appointment[] {
  const quiet = quietHours(random, start, end);
  const isQuiet = (time: number): boolean => quiet.some(([from, to]) => time >= from && time < to);
  const appointments: Appointment[] = [];
  timelines.forEach((timeline, app) => {
    appointments.push({ time: timeline.launchedAt, kind: 'launch', app });
    for (const time of tradeTimes(random, timeline, end)) {
      if (!isQuiet(time)) appointments.push({ time, kind: 'trade', app });
    }
    for (let i = 0; timeline.graduatesAt !== null && i < RALLY_BUYS; i++) {
      appointments.push({ time: timeline.graduatesAt + 40 * i, kind: 'rally', app });
    }
  });
  const late = (kind: 'trade' | 'transfer', count: number, from: number): void => {
    for (let i = 0; i < count; i++) {
      const app = random.weighted([...timelines.keys()], (index) => timelines[index]?.trades ?? 0);
      const time = random.between(
        Math.max(from, (timelines[app]?.launchedAt ?? start) + HOUR),
        end - 2 * MINUTE,
      );
      appointments.push({ time: Math.floor(time), kind, app });
    }
  };
  late('trade', LAST_DAY_TRADES, end - DAY);
  late('transfer', TRANSFERS, start + 2 * DAY);
  const busy = appointments.map(({ time }) => time);
  return [...appointments, ...planPrices(random, busy, start, end)].sort((a, b) => a.time - b.time);
}

/** Many right after the launch, most in bursts, some at any time; seldom one alone, since people watch each other. */
function tradeTimes(random: Random, timeline: AppTimeline, end: number): number[] {
  const first = timeline.launchedAt + 1;
  const times: number[] = [];
  const addSome = (time: number, most: number): void => {
    if (time > end - 2 * MINUTE) return;
    for (let i = random.integer(1, most); i > 0; i--) times.push(Math.floor(time));
  };
  while (times.length < timeline.trades) {
    const kind = random.unit();
    if (kind < 0.35) addSome(first + random.exponential(3 * HOUR), 3);
    else if (kind < 0.75) addSome(random.between(first, end), 2);
    else {
      const burst = random.between(first, end);
      for (let i = random.integer(2, 5); i > 0; i--) addSome(burst + random.exponential(5 * MINUTE), 5);
    }
  }
  return times;
}

/** A few hours every night, and two long ones in the month. */
function quietHours(random: Random, start: number, end: number): [number, number][] {
  const nights: [number, number][] = [];
  for (let day = start; day < end - DAY; day += DAY) {
    const from = day + random.between(14, 16) * HOUR;
    const isLong = nights.length === 9 || nights.length === 20;
    nights.push([from, from + (isLong ? 10 : random.between(2, 4)) * HOUR]);
  }
  return nights;
}

/** The feed publishes within its heartbeat of an hour, rather when there is trade anyway. */
function planPrices(random: Random, busy: readonly number[], start: number, end: number): Appointment[] {
  const appointments: Appointment[] = [];
  const publish = (time: number): number => {
    appointments.push({ time, kind: 'price', app: 0 });
    return time;
  };
  let last = publish(start + 2 * MINUTE);
  while (last < end - 32 * MINUTE) {
    const [from, to] = [last + 30 * MINUTE, last + 54 * MINUTE];
    const chances = busy.filter((time) => time >= from && time < to);
    last = publish(chances.length > 0 ? random.pick(chances) : to);
  }
  publish(end - 2 * MINUTE);
  return appointments;
}
