import { createSignal } from 'solid-js';

const TICK_MS = 5_000;

const [nowMs, setNowMs] = createSignal(Date.now());

window.setInterval(() => setNowMs(Date.now()), TICK_MS);

/** The time in milliseconds, which moves every five seconds. */
export { nowMs };
