/**
 * The proof of `reward_allocations a` in `reward_trees t`, as a JSON array of hex: counted from one, the sibling of a
 * node differs in the last bit, and its parent is half of it. Nodes are stored uncompressed, so that each slice reads
 * its own few bytes alone.
 */
export const LEAF_PROOF = `(
  SELECT coalesce(json_agg('0x' || encode(substring(t.nodes FROM (((a.node_index + 1) >> k) # 1) * 32 - 31 FOR 32),
    'hex') ORDER BY k), '[]')
  FROM generate_series(0, 21) k WHERE (a.node_index + 1) >> k > 1
)`;
