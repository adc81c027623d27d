import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Gatekeeper } from '../gates/gatekeeper.js';
import { setHeaders } from '../front/set-headers.js';
import type { OperationFacts } from '../operation/operation-facts.js';
import { type ReadCache } from './read-cache.js';
import { sendAnswer } from './send-answer.js';

/** What a request line stands for, learned when the whole pipeline answered it with a 200. */
export interface LearnedRequest {
  readonly key: string;
  readonly operation: OperationFacts;
  readonly params: Readonly<Record<string, string>>;
  /** The route's template, for the access log. */
  readonly route: string;
}

/** Bounds what is learned to some 20 MB. */
const MAX_LEARNED_CHARACTERS = 8_000_000;

/**
 * Answers repeated public reads without Express and Nest, which cost several times what the answer itself does.
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
    this.forget(url);
    this.learned.set(url, request);
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
   *     with an ApiError when a gate refuses
   */
  answer(request: IncomingMessage, response: ServerResponse, requestId: string): HitAnswer | null {
    const learned = this.learned.get(request.url ?? '');
    if (learned === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const answer = this.cache.find(learned.key);
    if (answer === undefined) return null;
    const { operation, params, route } = learned;
    const headers: string[] = [];
    const send = (): void | Promise<void> => sendAnswer(request, response, requestId, answer, headers);
    try {
      const admitted = this.gatekeeper.admit({ request, response, operation, params, headers });
      if (!(admitted instanceof Promise)) return { route, sent: send() };
      return { route, sent: sendOnceAdmitted(admitted, send, response, headers) };
    } catch (error) {
      setHeaders(response, headers);
      return { route, sent: Promise.reject(error) };
    }
  }
}

async function sendOnceAdmitted(
  admitted: Promise<void>,
  send: () => void | Promise<void>,
  response: ServerResponse,
  headers: readonly string[],
): Promise<void> {
  try {
    await admitted;
  } catch (error) {
    setHeaders(response, headers);
    throw error;
  }
  await send();
}

interface HitAnswer {
  readonly route: string;
  /** A promise only when something had to wait. */
  readonly sent: void | Promise<void>;
}

function weigh(url: string, { key }: LearnedRequest): number {
  return url.length + key.length + 200;
}
