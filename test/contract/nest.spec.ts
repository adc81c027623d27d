import {
  Body,
  Catch,
  ConflictException,
  Controller,
  Get,
  GoneException,
  Header,
  Headers,
  HttpCode,
  HttpException,
  Injectable,
  Ip,
  Module,
  NotFoundException,
  Post,
  Query,
  Redirect,
  Req,
  Scope,
  UnprocessableEntityException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestModule,
  type Type,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import type { NextFunction, Request, Response as ExpressResponse } from 'express';
import { map, type Observable } from 'rxjs';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { expectError } from '../support/http/expect-envelope.js';
import { MovableHead } from '../support/http/movable-head.js';
import { SampleDto } from '../support/http/sample.dto.js';
import { startSampleApi, type RunningSampleApi, type SampleApiOptions } from '../support/sample-api.js';

const read = {
  status: 'proposed',
  access: 'public',
  limit: 'read',
  summary: 'S',
  description: 'S',
  response: SampleDto,
} as const;

/** What the cache keeps no response of. */
const ofEachRequest = { ...read, caching: 'revalidate', asOf: true } as const;

class MarkingInterceptor implements NestInterceptor<AsOf<SampleDto>> {
  intercept(context: ExecutionContext, next: CallHandler<AsOf<SampleDto>>): Observable<AsOf<SampleDto>> {
    context.switchToHttp().getResponse<ExpressResponse>().setHeader('X-Intercepted', 'yes');
    return next
      .handle()
      .pipe(map(({ asOf, body }) => ({ asOf, body: { seen: { ...body.seen, marked: true } } })));
  }
}

@Catch(GoneException)
class GoneFilter implements ExceptionFilter {
  catch(_error: GoneException, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<ExpressResponse>().status(299).json({ filtered: true });
  }
}

/** Remembers what it could read before the handler was called. */
@Injectable()
class ReadingGuard implements CanActivate {
  static seen: unknown[] = [];

  canActivate(context: ExecutionContext): boolean {
    const { query, body } = context.switchToHttp().getRequest<Request>();
    ReadingGuard.seen.push({ query: { ...query }, body: body as unknown });
    return true;
  }
}

@Controller('nest')
class NestController {
  reads = 0;

  constructor(private readonly head: MovableHead) {}

  @Get('plain')
  @Operation({ ...read, id: 'nestPlain' })
  plain(@Query('q') q?: string): AsOf<SampleDto> {
    return this.respond({ q });
  }

  @Get('throws')
  @Operation({ ...read, id: 'nestThrows' })
  throws(@Query('what') what: string): AsOf<SampleDto> {
    const thrown: Record<string, HttpException> = {
      missing: new NotFoundException('No such thing.'),
      conflict: new ConflictException('Taken.'),
      gone: new GoneException('It left.'),
      unprocessable: new UnprocessableEntityException('Not so.'),
      teapot: new HttpException('Tea only.', 418),
      gateway: new HttpException('The node is away.', 502),
    };
    throw thrown[what] ?? new Error('nothing to throw');
  }

  @Get('intercepted')
  @UseInterceptors(MarkingInterceptor)
  @Operation({ ...ofEachRequest, id: 'nestIntercepted' })
  intercepted(): AsOf<SampleDto> {
    return this.respond({});
  }

  @Get('filtered')
  @UseFilters(GoneFilter)
  @Operation({ ...ofEachRequest, id: 'nestFiltered' })
  filtered(): AsOf<SampleDto> {
    throw new GoneException();
  }

  @Get('headed')
  @Header('Cache-Control', 'public, max-age=77')
  @Header('X-Mine', 'yes')
  @Operation({ ...ofEachRequest, id: 'nestHeaded' })
  headed(): AsOf<SampleDto> {
    return this.respond({});
  }

  @Post('accepted')
  @HttpCode(202)
  @Operation({ ...read, id: 'nestAccepted', access: 'optional' })
  accepted(): SampleDto {
    return { seen: {} };
  }

  @Get('moved')
  @Redirect('https://example.com/there', 308)
  @Operation({ ...read, id: 'nestMoved', caching: 'revalidate' })
  moved(): void {
    this.reads += 1;
  }

  @Get('mine')
  @Operation({ ...ofEachRequest, id: 'nestMine' })
  mine(@Req() request: Request, @Headers('x-who') who: string, @Ip() ip: string): AsOf<SampleDto> {
    return this.respond({ viaRequest: request.headers['x-who'], who, ip });
  }

  @Get('throttled')
  @Throttle({ default: { limit: 2, ttl: 60_000 } })
  @Operation({ ...ofEachRequest, id: 'nestThrottled' })
  throttled(): AsOf<SampleDto> {
    return this.respond({});
  }

  @Get('unthrottled')
  @SkipThrottle()
  @Operation({ ...ofEachRequest, id: 'nestUnthrottled' })
  unthrottled(): AsOf<SampleDto> {
    return this.respond({});
  }

  @Post('guarded')
  @UseGuards(ReadingGuard)
  @Operation({ ...read, id: 'nestGuarded', access: 'optional', hasBody: true })
  guarded(@Query('q') q: string, @Body() body: unknown): SampleDto {
    return { seen: { q, body } };
  }

  private respond(seen: Record<string, unknown>): AsOf<SampleDto> {
    const asOf = this.head.current();
    if (asOf === null) throw new Error('no head');
    this.reads += 1;
    return { asOf, body: { seen: { ...seen, read: this.reads } } };
  }
}

@Module({ controllers: [NestController] })
class NestSamplesModule {}

/** Nest's way of adding middleware to one route. */
@Module({})
class ConfiguringModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((_request: Request, _response: ExpressResponse, next: NextFunction) => {
        next();
      })
      .forRoutes('nest/plain');
  }
}

@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: MarkingInterceptor }] })
class GlobalInterceptorModule {}

describe('what Nest documents', () => {
  let api: RunningSampleApi;

  afterEach(async () => {
    await api.app.close();
  });

  async function start(options: SampleApiOptions = {}): Promise<void> {
    api = await startSampleApi(0, { ...options, modules: [NestSamplesModule, ...(options.modules ?? [])] });
  }

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.origin}/v1/nest/${path}`, { redirect: 'manual', ...init });

  const seen = async (response: Response): Promise<Record<string, unknown>> =>
    ((await response.json()) as SampleDto).seen;

  describe('of an HttpException thrown by a handler', () => {
    beforeEach(() => start());

    it.each([
      ['missing', 404, 'not_found', 'No such thing.'],
      ['conflict', 409, 'conflict', 'Taken.'],
      ['gone', 410, 'gone', 'It left.'],
      ['unprocessable', 422, 'unprocessable', 'Not so.'],
      ['teapot', 418, 'invalid_request', 'Tea only.'],
      ['gateway', 502, 'upstream_unavailable', 'The node is away.'],
    ] as const)('%s: its status %d, the code %s, its words', async (what, status, code, message) => {
      for (let time = 0; time < 2; time++)
        expect((await expectError(await ask(`throws?what=${what}`), [status, code])).message).toBe(message);
    });
  });

  describe('of decorators', () => {
    beforeEach(() => start());

    it('@UseInterceptors: applies to every request', async () => {
      for (const read of [1, 2]) {
        const response = await ask('intercepted');
        expect(response.headers.get('x-intercepted')).toBe('yes');
        expect(await seen(response)).toEqual({ marked: true, read });
      }
    });

    it('@UseFilters: responds to what it catches', async () => {
      const response = await ask('filtered');
      expect([response.status, await response.json()]).toEqual([299, { filtered: true }]);
    });

    it('@Header: on every response, with the last word', async () => {
      for (let time = 0; time < 2; time++) {
        const { headers } = await ask('headed');
        expect([headers.get('x-mine'), headers.get('cache-control')]).toEqual(['yes', 'public, max-age=77']);
        expect(headers.get('etag')).not.toBeNull();
      }
    });

    it('@HttpCode: is the status', async () => {
      expect((await ask('accepted', { method: 'POST' })).status).toBe(202);
    });

    it('@Redirect: redirects', async () => {
      const response = await ask('moved');
      expect([response.status, response.headers.get('location')]).toEqual([308, 'https://example.com/there']);
    });

    it("@Req, @Headers and @Ip: are this request's", async () => {
      for (const who of ['one', 'other']) {
        const { viaRequest, ...rest } = await seen(await ask('mine', { headers: { 'X-Who': who } }));
        expect([viaRequest, rest['who']]).toEqual([who, who]);
        expect(String(rest['ip'])).toContain('127.0.0.1');
      }
    });

    it('@Throttle: limits its route apart from the class', async () => {
      for (const status of [200, 200, 429]) expect((await ask('throttled')).status).toBe(status);
      expect((await ask('plain')).status).toBe(200);
    });

    it('@SkipThrottle: counts nothing', async () => {
      for (let time = 0; time < 2; time++) {
        const { status, headers } = await ask('unthrottled');
        expect([status, headers.get('ratelimit')]).toEqual([200, null]);
      }
    });

    it('@UseGuards: a guard finds query and body, and a broken body is refused after it', async () => {
      ReadingGuard.seen = [];
      const post = (body: string): Promise<Response> =>
        ask('guarded?q=1', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(await seen(await post('{"a":2}'))).toEqual({ q: '1', body: { a: 2 } });
      await expectError(await post('{"a":'), [400, 'malformed_json']);
      expect(ReadingGuard.seen).toEqual([
        { query: { q: '1' }, body: { a: 2 } },
        { query: { q: '1' }, body: undefined },
      ]);
    });
  });

  it('equal requests of one block are served from the cache', async () => {
    await start();
    for (let time = 0; time < 2; time++)
      expect(await seen(await ask('plain?q=a'))).toEqual({ q: 'a', read: 1 });
  });
});

describe('an app does not start with what responses that are kept would not pass', () => {
  it.each<[string, SampleApiOptions]>([
    ['configure(consumer)', { modules: [ConfiguringModule] }],
    ['app.use', { configure: (app) => app.use(() => undefined) }],
  ])('%s', async (_what, options) => {
    await expect(startSampleApi(0, options)).rejects.toThrow(
      'responses that are kept do not pass middleware',
    );
  });

  it.each<[string, SampleApiOptions]>([
    ['APP_INTERCEPTOR of another module', { modules: [GlobalInterceptorModule] }],
    ['useGlobalInterceptors', { configure: (app) => app.useGlobalInterceptors(new MarkingInterceptor()) }],
  ])('%s', async (_what, options) => {
    await expect(startSampleApi(0, options)).rejects.toThrow('MarkingInterceptor: applies to every request');
  });
});

describe('an app whose routes are declared wrongly does not start, and says which', () => {
  const operation = { ...read, id: 'wrong', caching: 'private' } as const;

  @Controller('wrong')
  class Undeclared {
    @Get()
    find(): void {
      return undefined;
    }
  }

  @Controller('wrong')
  class Kept {
    @Get('guarded')
    @UseGuards(ReadingGuard)
    @Operation({ ...read, id: 'one' })
    guarded(): AsOf<SampleDto> {
      throw new Error('never asked');
    }

    @Get('throttled')
    @SkipThrottle()
    @Operation({ ...read, id: 'two' })
    throttled(): AsOf<SampleDto> {
      throw new Error('never asked');
    }

    @Get('mine')
    @Operation({ ...read, id: 'three' })
    mine(@Headers('x-who') who: string): AsOf<SampleDto> {
      throw new Error(who);
    }
  }

  @Controller('wrong')
  @UseInterceptors(MarkingInterceptor)
  class KeptOfIntercepted {
    @Get()
    @Operation({ ...read, id: 'wrong' })
    find(): AsOf<SampleDto> {
      throw new Error('never asked');
    }
  }

  @Controller({ path: 'wrong', scope: Scope.REQUEST })
  class KeptOfScoped {
    @Get()
    @Operation({ ...read, id: 'wrong' })
    find(): AsOf<SampleDto> {
      throw new Error('never asked');
    }
  }

  /** Of the type alone: without `caching` a public read returns `AsOf`. */
  class WithoutBlock {
    // @ts-expect-error it returns no block
    @Operation({ ...read, id: 'wrong' })
    find(): SampleDto {
      throw new Error('never asked');
    }
  }

  @Controller('wrong')
  class SharedButClosed {
    @Get()
    @Operation({ ...operation, access: 'bearer', caching: 'block' })
    find(): AsOf<SampleDto> {
      throw new Error('never asked');
    }
  }

  @Controller('wrong')
  class SharedPost {
    @Post()
    @Operation({ ...operation, caching: 'revalidate' })
    change(): void {
      return undefined;
    }
  }

  @Controller('wrong')
  class OwnerOfNothing {
    @Get(':wallet')
    @Operation({ ...operation, access: 'owner' })
    find(): void {
      return undefined;
    }
  }

  @Controller('wrong')
  class Twice {
    @Get('one')
    @Operation(operation)
    one(): void {
      return undefined;
    }

    @Get('other')
    @Operation(operation)
    other(): void {
      return undefined;
    }
  }

  it('is told by the types of a public read without a block', () => {
    expect(Reflect.getMetadataKeys(WithoutBlock.prototype.find)).not.toEqual([]);
  });

  it.each<[Type, string]>([
    [Undeclared, 'Undeclared.find: declare what it is, with @Operation'],
    [Kept, 'Kept.guarded: a response that is kept does not pass @UseGuards'],
    [Kept, 'Kept.throttled: a response that is kept does not pass @Throttle'],
    [Kept, 'Kept.mine: a response that is kept is a function of its URL'],
    [KeptOfIntercepted, 'KeptOfIntercepted.find: a response that is kept does not pass @UseInterceptors'],
    [KeptOfScoped, 'KeptOfScoped.find: a response that is kept is not of a controller made for each request'],
    [SharedButClosed, 'SharedButClosed.find: caching "block" is shared, its access "bearer" is not'],
    [SharedPost, 'SharedPost.change: caching "revalidate" is for GET, not for POST'],
    [OwnerOfNothing, 'OwnerOfNothing.find: access "owner" needs :address in its path'],
    [Twice, 'Twice.other: Twice.one has the operation id wrong too'],
  ])('%p', async (controller, message) => {
    const wrong = { module: NestSamplesModule, controllers: [controller] };
    await expect(startSampleApi(0, { modules: [wrong] })).rejects.toThrow(message);
  });
});
