import type { Address } from '#values';

/** Where Multicall3 is on every chain that has it (https://www.multicall3.com). */
export const MULTICALL3_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11' as Address;
