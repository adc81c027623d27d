import { ERC20, PERMIT, type Telling } from '@slipway/protocols';

const MORE: Telling = {
  intent: 'Approve a spender',
  sentence: 'Let {spender} take {addedValue} more.',
  amounts: { addedValue: ['allows', '@.to'] },
  spender: 'spender',
};

const LESS: Telling = {
  intent: 'Lower an approval',
  sentence: 'Let {spender} take {subtractedValue} less.',
  amounts: { subtractedValue: [null, '@.to'] },
};

const WITH_CALL: Telling = {
  intent: 'Approve a spender',
  sentence: 'Let {spender} take {value}, and call it.',
  amounts: { value: ['allows', '@.to'] },
  spender: 'spender',
};

const ALL_OF_A_COLLECTION: Telling = {
  intent: 'Approve an operator',
  sentence: 'Let {operator} take every item of {@.to}.',
  spender: 'operator',
  allowsAll: 'approved',
  ifNone: { path: 'approved', sentence: 'Take back what {operator} may take of {@.to}.' },
};

const byAuthorization: Telling = {
  intent: 'Move by a signature',
  sentence: 'Move {value} from {from}, who signed for it, to {to}.',
  amounts: { value: ['moves', '@.to'] },
  recipient: 'to',
  deadline: 'validBefore',
  byAnyone: true,
};

const ITEM_PERMIT: Telling = {
  intent: 'Permit a spender',
  sentence: 'Let {spender} take the item {tokenId} of {@.to} of its owner, who signed for it.',
  spender: 'spender',
  deadline: 'deadline',
  allowsAtZero: true,
  byAnyone: true,
};

const item = (amount: string): Telling => ({
  intent: 'Move an item',
  sentence: `Move {${amount}} of {@.to} from {from} to {to}.`,
  recipient: 'to',
});

const PERMIT2 = {
  details: 'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  single: 'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  batch: 'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
  transfer: 'struct AllowanceTransferDetails { address from; address to; uint160 amount; address token; }',
  pair: 'struct TokenSpenderPair { address token; address spender; }',
  permissions: 'struct TokenPermissions { address token; uint256 amount; }',
  permit: 'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  permits:
    'struct PermitBatchTransferFrom { TokenPermissions[] permitted; uint256 nonce; uint256 deadline; }',
  requested: 'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
} as const;

export const PERMIT2_STRUCTS = Object.values(PERMIT2);

const BY_SIGNATURE: Telling = {
  intent: 'Move by a signature',
  sentence:
    'Move {transferDetails.requestedAmount} from {owner}, who signed for it, to {transferDetails.to}.',
  amounts: { 'transferDetails.requestedAmount': ['moves', 'permit.permitted.token'] },
  recipient: 'transferDetails.to',
  deadline: 'permit.deadline',
};

const ALL_BY_SIGNATURE: Telling = {
  intent: 'Move by a signature',
  sentence:
    'Move {transferDetails.[].requestedAmount} from {owner}, who signed for it, to {transferDetails.[].to}.',
  amounts: { 'transferDetails.[].requestedAmount': ['moves', 'permit.permitted.[].token'] },
  recipient: 'transferDetails.[].to',
  deadline: 'permit.deadline',
};

/** Calls that mean the same by a standard (ERC-20, 721, 1155, 2612, 3009, Permit2), whatever contract they go to. */
export const STANDARD_TELLINGS: Readonly<Record<string, Telling>> = {
  'function approve(address spender, uint256 value)': {
    ...ERC20.approve,
    sentence: 'Let {spender} take {value}; of a collection, the item of that number.',
    allowsAtZero: true,
    ifNone: {
      path: 'value',
      sentence: 'Take back what {spender} may take; of a collection, let {spender} take the item 0.',
    },
  },
  'function transfer(address to, uint256 value)': ERC20.transfer,
  'function transferFrom(address from, address to, uint256 value)': {
    ...ERC20.transferFrom,
    sentence: 'Move {value}, of a collection the item of that number, from {from} to {to}.',
  },
  'function increaseAllowance(address spender, uint256 addedValue)': MORE,
  'function increaseApproval(address spender, uint256 addedValue)': MORE,
  'function decreaseAllowance(address spender, uint256 subtractedValue)': LESS,
  'function decreaseApproval(address spender, uint256 subtractedValue)': LESS,
  'function approveAndCall(address spender, uint256 value)': WITH_CALL,
  'function approveAndCall(address spender, uint256 value, bytes data)': WITH_CALL,
  'function transferAndCall(address to, uint256 value)': ERC20.transfer,
  'function transferAndCall(address to, uint256 value, bytes data)': ERC20.transfer,
  'function transferFromAndCall(address from, address to, uint256 value)': ERC20.transferFrom,
  'function transferFromAndCall(address from, address to, uint256 value, bytes data)': ERC20.transferFrom,
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)':
    PERMIT,
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)': PERMIT,
  'function permit(address spender, uint256 tokenId, uint256 deadline, bytes signature)': ITEM_PERMIT,
  'function permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)':
    ITEM_PERMIT,
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)':
    {
      intent: 'Permit a spender',
      sentence: 'Let {spender} take everything in {@.to} of {holder}, who signed for it.',
      spender: 'spender',
      deadline: 'expiry',
      allowsAll: 'allowed',
      ifNone: {
        path: 'allowed',
        sentence: 'Take back what {spender} may take of {holder}, who signed for it.',
      },
      byAnyone: true,
    },
  'function setApprovalForAll(address operator, bool approved)': ALL_OF_A_COLLECTION,
  'function safeTransferFrom(address from, address to, uint256 tokenId)': item('tokenId'),
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)': item('tokenId'),
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)': {
    ...item('id'),
    sentence: 'Move {value} of the item {id} of {@.to} from {from} to {to}.',
  },
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)': {
    ...item('ids'),
    sentence: 'Move {values.[]} of the items {ids.[]} of {@.to} from {from} to {to}.',
  },
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)':
    byAuthorization,
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)':
    byAuthorization,
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)':
    byAuthorization,
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)':
    byAuthorization,
  'function approve(address token, address spender, uint160 amount, uint48 expiration)': {
    intent: 'Approve a spender',
    sentence: 'Let {spender} take {amount} through Permit2.',
    amounts: { amount: ['allows', 'token'] },
    spender: 'spender',
    deadline: 'expiration',
    ifNone: { path: 'amount', sentence: 'Take back what {spender} may take of {token} through Permit2.' },
  },
  'function permit(address owner, PermitSingle permitSingle, bytes signature)': {
    intent: 'Permit a spender',
    sentence: 'Let {permitSingle.spender} take {permitSingle.details.amount} of {owner}, who signed for it.',
    amounts: { 'permitSingle.details.amount': ['allows', 'permitSingle.details.token'] },
    spender: 'permitSingle.spender',
    deadline: 'permitSingle.details.expiration',
    byAnyone: true,
  },
  'function permit(address owner, PermitBatch permitBatch, bytes signature)': {
    intent: 'Permit a spender',
    sentence: 'Let {permitBatch.spender} take {permitBatch.details.[].amount} of {owner}, who signed for it.',
    amounts: { 'permitBatch.details.[].amount': ['allows', 'permitBatch.details.[].token'] },
    spender: 'permitBatch.spender',
    deadline: 'permitBatch.details.[].expiration',
    byAnyone: true,
  },
  'function transferFrom(address from, address to, uint160 amount, address token)': {
    intent: 'Move tokens',
    sentence: 'Move {amount} from {from} to {to}.',
    amounts: { amount: ['moves', 'token'] },
    recipient: 'to',
  },
  'function transferFrom(AllowanceTransferDetails[] transferDetails)': {
    intent: 'Move tokens',
    sentence: 'Move {transferDetails.[].amount} from {transferDetails.[].from} to {transferDetails.[].to}.',
    amounts: { 'transferDetails.[].amount': ['moves', 'transferDetails.[].token'] },
    recipient: 'transferDetails.[].to',
  },
  'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)':
    BY_SIGNATURE,
  'function permitTransferFrom(PermitBatchTransferFrom permit, SignatureTransferDetails[] transferDetails, address owner, bytes signature)':
    ALL_BY_SIGNATURE,
  'function permitWitnessTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)':
    BY_SIGNATURE,
  'function permitWitnessTransferFrom(PermitBatchTransferFrom permit, SignatureTransferDetails[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)':
    ALL_BY_SIGNATURE,
  'function lockdown(TokenSpenderPair[] approvals)': {
    intent: 'Take approvals back',
    sentence: 'Take back what {approvals.[].spender} may take of {approvals.[].token} through Permit2.',
  },
  'function invalidateNonces(address token, address spender, uint48 newNonce)': {
    intent: 'Take signatures back',
    sentence:
      'Take back signatures that let {spender} take {token} through Permit2, before the number {newNonce}.',
  },
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)': {
    intent: 'Take signatures back',
    sentence: 'Take back the signatures {mask} of the word {wordPos} for transfers through Permit2.',
  },
};
