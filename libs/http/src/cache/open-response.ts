import type { IncomingMessage, ServerResponse } from 'node:http';

/** A response that stays open, and that its handler writes itself once all that can be refused was. */
export class OpenResponse {
  constructor(readonly send: (request: IncomingMessage, response: ServerResponse) => void) {}
}
