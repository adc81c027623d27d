import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InvalidRequestError, nextLink, Operation, PatternParam, type StreamedResponse } from '@slipway/http';
import { Settings } from '@slipway/settings';
import type { AsOf } from '@slipway/domain';
import { RewardsService } from '../rewards.service.js';
import {
  PROGRAM_ID,
  ProgramDetailDto,
  ProgramListDto,
  ProgramListQueryDto,
  TreeDumpDto,
} from './programs.dto.js';
import { TreeService } from './tree.service.js';

const ProgramParam = (): ParameterDecorator => PatternParam('programId', PROGRAM_ID, "The program's id.");

@ApiTags('Rewards')
@Controller('rewards/programs')
export class ProgramsController {
  constructor(
    private readonly service: RewardsService,
    private readonly trees: TreeService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Operation({
    id: 'listRewardPrograms',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    linksNextPage: true,
    summary: 'Active reward programs',
    description:
      'Those that have started and not ended, by the wall clock, by id; with `ids` those named, active or not. Whole without ' +
      '`limit`, up to 1,000; with it, or beyond, `Link` names the next page.',
    response: ProgramListDto,
  })
  async listPrograms(@Query() { ids, limit, cursor }: ProgramListQueryDto): Promise<AsOf<ProgramListDto>> {
    if (ids !== undefined) {
      expectAlone({ limit, cursor });
      return this.service.findPrograms(ids);
    }
    const { response, nextCursor } = await this.service.listPrograms(limit ?? null, cursor ?? null);
    return {
      ...response,
      link: nextLink(`${this.settings.publicBaseUrl}/rewards/programs`, { limit, cursor: nextCursor }),
    };
  }

  @Get(':programId')
  @Operation({
    id: 'getRewardProgram',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'One reward program',
    description:
      'One that is active, has ended or is to come. `root` is what its distributor enforces at `X-As-Of-Block`, over leaves ' +
      'as `GET /rewards/{address}/proofs` has them.',
    response: ProgramDetailDto,
    errors: ['not_found'],
  })
  getProgram(@ProgramParam() programId: string): Promise<AsOf<ProgramDetailDto>> {
    return this.service.getProgram(programId);
  }

  @Get(':programId/tree')
  @Operation({
    id: 'getRewardProgramTree',
    status: 'proposed',
    access: 'public',
    limit: 'heavy',
    caching: 'revalidate',
    summary: "A program's tree",
    description:
      "A dump that OpenZeppelin's `StandardMerkleTree.load` reads, streamed; its `ETag` is the root. Only for programs whose " +
      'operators made every allocation public; all others are 404.',
    response: TreeDumpDto,
    errors: ['not_found'],
  })
  getTree(@ProgramParam() programId: string): Promise<StreamedResponse> {
    return this.trees.getTree(programId);
  }
}

/** A list of named items has no pages. */
function expectAlone(others: Readonly<Record<string, unknown>>): void {
  const sent = Object.keys(others).filter((path) => others[path] !== undefined);
  if (sent.length > 0)
    throw new InvalidRequestError(sent.map((path) => ({ path, message: 'must not be sent with ids' })));
}
