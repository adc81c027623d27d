import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenResponseEnd } from '../message/open-response-end.js';

/** Emitted by a response whose handler writes it from here on, with its {@link OpenResponseEnd}. */
export const OPENED = Symbol('opened');

/** A response that stays open, and that its handler writes itself once all that can be refused was. */
export class OpenResponse {
  /** @param begin writes its head; what it returns is read once the response is closed, and held until then */
  constructor(
    private readonly begin: (request: IncomingMessage, response: ServerResponse) => OpenResponseEnd,
  ) {}

  send(request: IncomingMessage, response: ServerResponse): void {
    response.emit(OPENED, this.begin(request, response));
    forget(request, response);
  }
}

/** Lets go of what Express keeps on a message for its handlers: 1.5 KB, for hours. */
function forget(request: IncomingMessage, response: ServerResponse): void {
  Object.assign(request, { next: undefined, params: undefined, query: undefined, _parsedUrl: undefined });
  Object.assign(response, { locals: undefined });
}
