import { Body, Controller, Get, Header, Post, Query, UseGuards, type CanActivate } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, ApiError, CursorFormat, Cursors, isCount, Operation, Internal } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { MovableHead } from './movable-head.js';
import { SampleBodyDto, SampleDto, SampleQueryDto } from './sample.dto.js';

export const sampleCursor = new CursorFormat('samples.1', { block: isCount });

const common = { status: 'proposed', access: 'public', limit: 'read', description: 'A sample.' } as const;

/** A guard of a route's own. */
export class CountingGuard implements CanActivate {
  static asked = 0;

  canActivate(): boolean {
    CountingGuard.asked += 1;
    return true;
  }
}

/** One route of each kind, for tests of what lies around handlers. */
@ApiTags('Apps')
@Controller('samples')
export class SampleController {
  /** How often the list was read; tests compare it with how often it was asked for. */
  reads = 0;
  /** What the next read throws, once. */
  nextFailure: Error | null = null;
  /** Holds reads back until it resolves. */
  pause: Promise<void> = Promise.resolve();
  rows = 50;

  constructor(
    private readonly head: MovableHead,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Operation({ ...common, id: 'listSamples', summary: 'A list', response: SampleDto })
  async list(@Query() query: SampleQueryDto): Promise<AsOf<SampleDto>> {
    const position = this.cursors.position(sampleCursor, 'samples', query.cursor ?? null)?.block ?? 0;
    await this.read();
    const row = {
      tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      name: 'A sample app',
      priceUsd: 1.25,
    };
    return this.respond({
      query,
      position,
      reads: this.reads,
      rows: Array(this.rows).fill({ ...row, more: row }),
    });
  }

  @Get('linked')
  @Operation({ ...common, id: 'listLinkedSamples', summary: 'A list with a Link', response: SampleDto })
  async linked(): Promise<AsOf<SampleDto>> {
    await this.read();
    return { ...this.respond({}), link: '<http://localhost/v1/samples/linked?cursor=a>; rel="next"' };
  }

  @Get('guarded')
  @UseGuards(CountingGuard)
  @Operation({
    ...common,
    caching: 'revalidate',
    asOf: true,
    id: 'listGuardedSamples',
    summary: 'A guard of its own',
    response: SampleDto,
  })
  async guarded(): Promise<AsOf<SampleDto>> {
    await this.read();
    return this.respond({});
  }

  @Get('final')
  @Operation({ ...common, id: 'getFinalSample', summary: 'Never changes', response: SampleDto })
  final(): AsOf<SampleDto> {
    return { ...this.respond({ final: true }), isFinal: true };
  }

  @Get('config')
  @Operation({
    ...common,
    id: 'getSampleConfig',
    summary: 'No chain data',
    caching: 'revalidate',
    response: SampleDto,
  })
  config(): SampleDto {
    return { seen: { config: true } };
  }

  @Get('heavy')
  @Operation({ ...common, id: 'getHeavySample', limit: 'heavy', summary: 'Takes long', response: SampleDto })
  heavy(): AsOf<SampleDto> {
    return this.respond({ heavy: true });
  }

  @Get('mine')
  @Operation({
    ...common,
    id: 'getMySample',
    summary: 'Private',
    access: 'bearer',
    asOf: true,
    response: SampleDto,
  })
  mine(): AsOf<SampleDto> {
    return this.respond({ mine: true });
  }

  @Get('broken')
  @Header('X-Unused', 'no')
  @Operation({
    ...common,
    caching: 'revalidate',
    id: 'getBrokenSample',
    summary: 'Breaks',
    response: SampleDto,
  })
  broken(): never {
    throw new Error('SELECT secret FROM wallets');
  }

  @Get('raw')
  @Internal('no operation: shows that such routes pass')
  raw(): { readonly ok: true } {
    return { ok: true };
  }

  @Get(':tokenAddress')
  @Operation({ ...common, id: 'getSample', summary: 'One', response: SampleDto, errors: ['not_found'] })
  one(@AddressParam('tokenAddress', 'Which one.') tokenAddress: Address): AsOf<SampleDto> {
    if (tokenAddress.startsWith('0x0000')) throw new ApiError('not_found', { message: 'No such sample.' });
    return this.respond({ tokenAddress });
  }

  @Post()
  @Operation({
    ...common,
    id: 'checkSample',
    summary: 'Body',
    access: 'optional',
    hasBody: true,
    response: SampleDto,
  })
  check(@Body() body: SampleBodyDto): SampleDto {
    return { seen: { ids: body.ids } };
  }

  @Post('free')
  @Operation({
    ...common,
    id: 'checkFreely',
    summary: 'Any',
    access: 'optional',
    hasBody: true,
    response: SampleDto,
  })
  checkFreely(@Body() body: unknown): SampleDto {
    return { seen: { body: body ?? null, isAbsent: body === undefined } };
  }

  @Post('sign-out')
  @Operation({ ...common, id: 'signOutSample', summary: 'No body', access: 'bearer' })
  signOut(): void {
    this.reads = 0;
  }

  private async read(): Promise<void> {
    this.reads += 1;
    await this.pause;
    const failure = this.nextFailure;
    this.nextFailure = null;
    if (failure !== null) throw failure;
  }

  private respond(seen: Record<string, unknown>): AsOf<SampleDto> {
    const asOf = this.head.current();
    if (asOf === null) throw new ApiError('service_unavailable');
    return { asOf, body: { seen } };
  }
}
