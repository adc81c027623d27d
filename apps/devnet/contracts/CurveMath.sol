// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The rules of a trade on the bonding curve, as pure functions.
/// @notice Constant product over virtual reserves: (virtualPlatform) x (virtualToken) never falls. All amounts are in
///         wei. Every division rounds against the trader.
library CurveMath {
    /// @dev Fees are in basis points: 10,000 is the whole.
    uint256 internal constant BPS = 10_000;

    /// @notice What a buy of up to `platformIn` does.
    /// @dev The cap: a buyer pays `min(platformIn, ceil(remaining * BPS / (BPS - feeBps)))`, which is the smallest gross
    ///      amount whose net part is exactly `remaining`; so the last buy meets the threshold to the wei.
    /// @param virtualPlatform virtual reserve of platform token before the trade
    /// @param virtualToken virtual reserve of app token before the trade
    /// @param remaining platform token that the curve still lacks to its threshold
    /// @param platformIn the most that the buyer offers, fee included
    /// @param feeBps fee in basis points, on the way in
    /// @return paid what the buyer pays, fee included
    /// @return fee the part of `paid` that does not reach the curve: ceil(paid * feeBps / BPS)
    /// @return tokenOut app token for the buyer: floor(virtualToken * net / (virtualPlatform + net)), net = paid - fee
    function buy(
        uint256 virtualPlatform,
        uint256 virtualToken,
        uint256 remaining,
        uint256 platformIn,
        uint256 feeBps
    ) internal pure returns (uint256 paid, uint256 fee, uint256 tokenOut) {
        uint256 most = ceilDiv(remaining * BPS, BPS - feeBps);
        paid = platformIn < most ? platformIn : most;
        fee = ceilDiv(paid * feeBps, BPS);
        uint256 net = paid - fee;
        tokenOut = (virtualToken * net) / (virtualPlatform + net);
    }

    /// @notice What a sale of `tokenIn` does.
    /// @return gross what leaves the curve: floor(virtualPlatform * tokenIn / (virtualToken + tokenIn))
    /// @return fee the part of `gross` that the seller does not get: ceil(gross * feeBps / BPS)
    function sell(
        uint256 virtualPlatform,
        uint256 virtualToken,
        uint256 tokenIn,
        uint256 feeBps
    ) internal pure returns (uint256 gross, uint256 fee) {
        gross = (virtualPlatform * tokenIn) / (virtualToken + tokenIn);
        fee = ceilDiv(gross * feeBps, BPS);
    }

    function ceilDiv(uint256 a, uint256 b) internal pure returns (uint256) {
        return (a + b - 1) / b;
    }
}
