import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { findOperationFacts, isOutsideInterface } from '../operation/operation-facts.js';
import { setHeaders } from '../front/set-headers.js';
import { Gatekeeper } from './gatekeeper.js';

/** Nest's one global guard: puts every operation behind the gates, and refuses routes that declare nothing. */
@Injectable()
export class GateGuard implements CanActivate {
  constructor(private readonly gatekeeper: Gatekeeper) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    const operation = findOperationFacts(handler);
    if (operation === undefined) return isOutsideInterface(handler);
    const http = context.switchToHttp();
    const request = http.getRequest<Request<Record<string, string>>>();
    const response = http.getResponse<Response>();
    const headers: string[] = [];
    try {
      await this.gatekeeper.admit({ request, response, operation, params: request.params, headers });
    } finally {
      setHeaders(response, headers);
    }
    return true;
  }
}
