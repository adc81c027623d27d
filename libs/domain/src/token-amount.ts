/** Amounts are integers in base units (wei); every token we serve has this many decimals. */
export const TOKEN_DECIMALS = 18;

/** One whole token in base units. */
export const ONE_TOKEN = 10n ** BigInt(TOKEN_DECIMALS);

/** Decimals of the price feed's prices (Chainlink USD feeds). */
export const USD_FEED_DECIMALS = 8;

/** One US dollar in the feed's units. */
export const ONE_USD = 10n ** BigInt(USD_FEED_DECIMALS);

/**
 * Exact USD: an amount in wei times an oracle price. Sums of them are exact integers; divided by this unit
 * they are dollars.
 */
export const USD_WEI_UNIT = ONE_TOKEN * ONE_USD;
export const USD_WEI_DECIMALS = TOKEN_DECIMALS + USD_FEED_DECIMALS;

/**
 * One US dollar in the positions ledger, which has 44 decimals. Exact USD goes in as it is. A quotient keeps 13 digits even for
 * one wei at the lowest price of a curve.
 */
export const LEDGER_USD_UNIT = USD_WEI_UNIT * ONE_TOKEN;
