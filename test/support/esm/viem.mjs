/** viem's entries in one, so that they share their classes. */
export * from 'viem';
export * from 'viem/accounts';
export * from 'viem/actions';
export * from 'viem/utils';
export { anvil } from 'viem/chains';
