import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestIdOf } from '../front/request-id.js';
import { KnownToCache } from '../operation/known-to-cache.decorator.js';
import { ErrorResponder } from './error-responder.js';

/** Nest's one exception filter: everything that is thrown leaves in the envelope. */
@Catch()
@KnownToCache()
export class ApiExceptionFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorResponder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    this.errors.send(http.getRequest<Request>(), response, requestIdOf(response), error);
  }
}
