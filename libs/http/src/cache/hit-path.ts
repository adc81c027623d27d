import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Gatekeeper } from '../gates/gatekeeper.js';
import { runInRequestContext, type RequestContext } from '../front/request-context.js';
import { setHeaders } from '../front/set-headers.js';
import type { OperationFacts } from '../operation/operation-facts.js';
import { type ReadCache } from './read-cache.js';
import type { RenderedAnswer } from './rendered-answer.js';
import { sendAnswer } from './send-answer.js';

/** What a request line stands for, learned when the whole pipeline answered it with a 200. */
export interface LearnedRequest {
  readonly key: string;
  readonly operation: OperationFacts;
  readonly params: Readonly<Record<string, string>>;
  /** The route's template, for the access log. */
  readonly route: string;
  /** Calls the handler again, for another block; null when that was not learned. */
  readonly readAgain: (() => Promise<RenderedAnswer>) | null;
}

/** Bounds what is learned to some 20 MB. */
const MAX_LEARNED_CHARACTERS = 8_000_000;

/** What a learned line holds besides its texts: parameters, the handler's arguments, closures. */
const LEARNED_OVERHEAD_CHARACTERS = 500;

/**
 * Answers repeated public reads without Express and Nest, which cost several times what the answer itself does: from
 * the cache, or, when the head has moved, by the handler called with the arguments that were validated before.
 *
 * It is sound because routing and validation are functions of the request line alone: a line that went through
 * them once needs it never again. What is not a function of the line, who asks and how often, is asked of the
 * same gates every time.
 */
export class HitPath {
  private readonly learned = new Map<string, LearnedRequest>();
  private characters = 0;

  constructor(
    private readonly cache: ReadCache,
    private readonly gatekeeper: Gatekeeper,
  ) {}

  learn(url: string, request: LearnedRequest): void {
    // Whoever was served by another's read has not heard of the call.
    const readAgain = request.readAgain ?? this.learned.get(url)?.readAgain ?? null;
    this.forget(url);
    this.learned.set(url, { ...request, readAgain });
    this.characters += weigh(url, request);
    for (const oldest of this.learned.keys()) {
      if (this.characters <= MAX_LEARNED_CHARACTERS) break;
      this.forget(oldest);
    }
  }

  private forget(url: string): void {
    const request = this.learned.get(url);
    if (request === undefined) return;
    this.learned.delete(url);
    this.characters -= weigh(url, request);
  }

  /**
   * Answers when it can.
   *
   * @returns null when the request must take the whole pipeline, else the route and the answer's way out, which rejects
   *     when a gate refuses or the handler fails
   */
  answer(request: IncomingMessage, response: ServerResponse, context: RequestContext): HitAnswer | null {
    const learned = this.learned.get(request.url ?? '');
    if (learned === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const { key, operation, params, route, readAgain } = learned;
    const kept = this.cache.find(key);
    const find = kept === undefined ? readAgain : (): RenderedAnswer => kept;
    if (find === null) return null;
    const cache = kept === undefined ? 'pass' : 'hit';
    const headers: string[] = [];
    const send = (answer: RenderedAnswer): void | Promise<void> =>
      sendAnswer(request, response, context.requestId, answer, headers);
    try {
      const admitted = this.gatekeeper.admit({ request, response, operation, params, headers });
      if (kept !== undefined && admitted === undefined) return { route, cache, sent: send(kept) };
      const found = runInRequestContext(context, async () => {
        await admitted;
        return find();
      });
      return { route, cache, sent: sendOnceFound(found, send, response, headers) };
    } catch (error) {
      setHeaders(response, headers);
      return { route, cache, sent: Promise.reject(error) };
    }
  }
}

async function sendOnceFound(
  found: Promise<RenderedAnswer>,
  send: (answer: RenderedAnswer) => void | Promise<void>,
  response: ServerResponse,
  headers: readonly string[],
): Promise<void> {
  let answer: RenderedAnswer;
  try {
    answer = await found;
  } catch (error) {
    setHeaders(response, headers);
    throw error;
  }
  await send(answer);
}

export interface HitAnswer {
  readonly route: string;
  /** Whether the answer was kept, or had to be read. */
  readonly cache: 'hit' | 'pass';
  /** A promise only when something had to wait. */
  readonly sent: void | Promise<void>;
}

function weigh(url: string, { key }: LearnedRequest): number {
  return url.length + key.length + LEARNED_OVERHEAD_CHARACTERS;
}
