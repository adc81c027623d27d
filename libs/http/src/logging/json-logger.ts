import { ConsoleLogger, type ConsoleLoggerOptions } from '@nestjs/common';
import { currentRequestId } from '../message/request-context.js';

type JsonArguments = Parameters<ConsoleLogger['getJsonLogObject']>;

/** Nest's logger, a JSON line a message, naming the request it was written for. */
export class JsonLogger extends ConsoleLogger {
  constructor(options: ConsoleLoggerOptions = {}) {
    super({ ...options, json: true, colors: false });
  }

  protected override getJsonLogObject(
    ...parameters: JsonArguments
  ): ReturnType<ConsoleLogger['getJsonLogObject']> {
    const requestId = currentRequestId();
    const line = super.getJsonLogObject(...parameters);
    return requestId === undefined ? line : Object.assign(line, { requestId });
  }
}
