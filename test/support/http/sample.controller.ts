import { Body, Controller, Get, Header, Post, Query, UseGuards, type CanActivate } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, ApiError, CursorFormat, Cursors, Operation, Internal } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { MovableHead } from './movable-head.js';
import { SampleBodyDto, SampleDto, SampleQueryDto } from './sample.dto.js';

export const sampleCursor = new CursorFormat<number>(
  'samples.1',
  (position) => [position],
  ([position]) => (typeof position === 'number' ? position : null),
);

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
  @Operation({ ...common, id: 'listSamples', summary: 'A list', answer: SampleDto })
  async list(@Query() query: SampleQueryDto): Promise<AsOf<SampleDto>> {
    const position = query.cursor === undefined ? 0 : this.cursors.decode(sampleCursor, query.cursor);
    await this.read();
    const row = {
      tokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      name: 'A sample app',
      priceUsd: 1.25,
    };
    return this.answer({
      query,
      position,
      reads: this.reads,
      rows: Array(this.rows).fill({ ...row, more: row }),
    });
  }

  @Get('linked')
  @Operation({ ...common, id: 'listLinkedSamples', summary: 'A list with a Link', answer: SampleDto })
  async linked(): Promise<AsOf<SampleDto>> {
    await this.read();
    return { ...this.answer({}), link: '<http://localhost/v1/samples/linked?cursor=a>; rel="next"' };
  }

  @Get('guarded')
  @UseGuards(CountingGuard)
  @Operation({ ...common, id: 'listGuardedSamples', summary: 'A guard of its own', answer: SampleDto })
  async guarded(): Promise<AsOf<SampleDto>> {
    await this.read();
    return this.answer({});
  }

  @Get('final')
  @Operation({ ...common, id: 'getFinalSample', summary: 'Never changes', answer: SampleDto })
  final(): AsOf<SampleDto> {
    return { ...this.answer({ final: true }), isFinal: true };
  }

  @Get('config')
  @Operation({
    ...common,
    id: 'getSampleConfig',
    summary: 'No chain data',
    caching: 'revalidate',
    answer: SampleDto,
  })
  config(): SampleDto {
    return { seen: { config: true } };
  }

  @Get('heavy')
  @Operation({ ...common, id: 'getHeavySample', limit: 'heavy', summary: 'Takes long', answer: SampleDto })
  heavy(): AsOf<SampleDto> {
    return this.answer({ heavy: true });
  }

  @Get('mine')
  @Operation({
    ...common,
    id: 'getMySample',
    summary: 'Private',
    access: 'bearer',
    asOf: true,
    answer: SampleDto,
  })
  mine(): AsOf<SampleDto> {
    return this.answer({ mine: true });
  }

  @Get('broken')
  @Header('X-Unused', 'no')
  @Operation({ ...common, id: 'getBrokenSample', summary: 'Breaks', answer: SampleDto })
  broken(): never {
    throw new Error('SELECT secret FROM wallets');
  }

  @Get('raw')
  @Internal('no operation: shows that such routes pass')
  raw(): { readonly ok: true } {
    return { ok: true };
  }

  @Get(':tokenAddress')
  @Operation({ ...common, id: 'getSample', summary: 'One', answer: SampleDto, errors: ['not_found'] })
  one(@AddressParam('tokenAddress', 'Which one.') tokenAddress: Address): AsOf<SampleDto> {
    if (tokenAddress.startsWith('0x0000')) throw new ApiError('not_found', { message: 'No such sample.' });
    return this.answer({ tokenAddress });
  }

  @Post()
  @Operation({
    ...common,
    id: 'checkSample',
    summary: 'Body',
    access: 'optional',
    hasBody: true,
    answer: SampleDto,
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
    answer: SampleDto,
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

  private answer(seen: Record<string, unknown>): AsOf<SampleDto> {
    const asOf = this.head.current();
    if (asOf === null) throw new ApiError('service_unavailable');
    return { asOf, body: { seen } };
  }
}
