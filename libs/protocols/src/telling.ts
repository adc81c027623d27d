/** Where an app is traded: on its curve, or in the pool that it graduated into. */
export type TradeVenue = 'curve' | 'pool';

/** What a call does with an amount of a token. */
export const AMOUNT_ROLES = ['pays', 'receives_at_least', 'moves', 'allows', 'claims_up_to'] as const;
export type AmountRole = (typeof AMOUNT_ROLES)[number];

/**
 * Where a value of a call is, as ERC-7730 writes it: names of arguments, `[n]` of a list (negative from its end), `[]` for all of
 * it, and `@.to`, `@.value` of the call itself.
 */
export type Path = string;

/**
 * A token: an argument's path, `platform`, `ether`, one of the pool that is called (`token0`, `token1`), or the shares of the pool
 * of `tokenA` and `tokenB`.
 */
export type TokenRef = Path;

/** How a function is told. The explanation and the ERC-7730 descriptor are both made from it. */
export interface Telling {
  /** Two or three words. */
  readonly intent: string;
  /** With paths in braces. What stands in brackets is said only of a recipient that is not the sender. */
  readonly sentence: string;
  /** The amounts, and the token of each. A role of null is said, and is no amount of the user's. */
  readonly amounts?: Readonly<Record<Path, readonly [role: AmountRole | null, token: TokenRef]>>;
  /** Who is paid, or given a right. */
  readonly recipient?: Path;
  /** Who may take the amounts that are allowed. */
  readonly spender?: Path;
  /** Up to when it is good, Unix seconds. */
  readonly deadline?: Path;
  /** Said in place of `sentence` where this value is nothing: zero, false. */
  readonly ifNone?: { readonly path: Path; readonly sentence: string };
  /** A value that the sentence does not cover: the call is told whole only where it is `0x`. */
  readonly onlyEmpty?: Path;
  /** A value of nothing gives a right too: the item of a collection that has the number 0. */
  readonly allowsAtZero?: true;
  /** Where this is true it allows all there is. */
  readonly allowsAll?: Path;
  /** Whose market it trades in: the tokens in order, and of a swap the amount that is no bound. */
  readonly trade?: { readonly on: TradeVenue; readonly route: readonly TokenRef[]; readonly exact?: Path };
  /** It does the same whoever sends it. Else who sends it pays, and is paid where there is no recipient. */
  readonly byAnyone?: true;
  /** It pays the sender. */
  readonly paysSender?: true;
}

/** EIP-2612. */
export const PERMIT: Telling = {
  intent: 'Permit a spender',
  sentence: 'Let {spender} take {value} of {owner}, who signed for it.',
  amounts: { value: ['allows', '@.to'] },
  spender: 'spender',
  deadline: 'deadline',
  ifNone: { path: 'value', sentence: 'Take back what {spender} may take of {owner}, who signed for it.' },
  byAnyone: true,
};

/** Functions of ERC-20, by name. */
export const ERC20 = {
  approve: {
    intent: 'Approve a spender',
    sentence: 'Let {spender} take {value}.',
    amounts: { value: ['allows', '@.to'] },
    spender: 'spender',
    ifNone: { path: 'value', sentence: 'Take back what {spender} may take.' },
  },
  transfer: {
    intent: 'Send tokens',
    sentence: 'Send {value} to {to}.',
    amounts: { value: ['moves', '@.to'] },
    recipient: 'to',
  },
  transferFrom: {
    intent: 'Move tokens',
    sentence: 'Move {value} from {from} to {to}.',
    amounts: { value: ['moves', '@.to'] },
    recipient: 'to',
  },
} as const satisfies Record<string, Telling>;

/** Functions of an owned contract, by name. */
export const OWNABLE: Readonly<Record<string, Telling>> = {
  transferOwnership: {
    intent: 'Give away a contract',
    sentence: 'Make {newOwner} the owner of this contract.',
    recipient: 'newOwner',
  },
  renounceOwnership: {
    intent: 'Give up a contract',
    sentence: 'Leave this contract without an owner, for ever.',
  },
};
