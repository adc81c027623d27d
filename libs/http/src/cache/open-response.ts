import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenResponseEnd } from '../message/open-response-end.js';

/** Emitted by a response whose handler writes it from here on, with the {@link OpenResponse}. */
export const OPENED = Symbol('opened');

/** A response that stays open, and that its handler writes itself once all that can be refused was. */
export class OpenResponse {
  /** @param end asked once the response is closed */
  constructor(
    private readonly begin: (request: IncomingMessage, response: ServerResponse) => void,
    readonly end: () => OpenResponseEnd,
  ) {}

  send(request: IncomingMessage, response: ServerResponse): void {
    this.begin(request, response);
    response.emit(OPENED, this);
  }
}
