import { Injectable } from '@nestjs/common';
import { ApiError, StreamedResponse } from '@slipway/http';
import { type PlacedLeaf, writeStandardDump } from '@slipway/reward-programs';
import { type PublicTree, RewardsRepository } from '../rewards.repository.js';

/** Nodes and leaves that are read, and held, at once: some 250 KB. */
const NODES_AT_ONCE = 4_096;

const LEAVES_AT_ONCE = 2_048;

@Injectable()
export class TreeService {
  constructor(private readonly repository: RewardsRepository) {}

  /**
   * The tree in force of a program, as it is read from the database.
   *
   * @throws ApiError `not_found` when there is no such program, its allocations are private, or it has no tree
   */
  async getTree(programId: string): Promise<StreamedResponse> {
    const tree = await this.repository.findPublicTree(programId);
    if (tree === null)
      throw new ApiError('not_found', { message: 'There is no program with a public tree under this id.' });
    const pieces = writeStandardDump({ nodes: this.readNodes(tree), leaves: this.readLeaves(tree) });
    // A tree never changes under its root.
    return new StreamedResponse(pieces, { tag: tree.root, isImmutable: true });
  }

  private async *readNodes({ id, nodes }: PublicTree): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < nodes; from += NODES_AT_ONCE) {
      yield await this.repository.readNodes(id, from, NODES_AT_ONCE);
    }
  }

  private async *readLeaves({ id }: PublicTree): AsyncGenerator<readonly PlacedLeaf[]> {
    let after = '';
    for (;;) {
      const leaves = await this.repository.listLeaves(id, after, LEAVES_AT_ONCE);
      const last = leaves.at(-1);
      if (last === undefined) return;
      yield leaves;
      after = last.account;
    }
  }
}
