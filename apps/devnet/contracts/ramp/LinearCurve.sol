// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title The rules of a trade on a linear curve, as pure functions.
/// @notice The marginal price is BASE_PRICE + SLOPE x supply. All amounts are in wei, and every division rounds against
///         the trader.
/// @dev With `height` = supply + OFFSET the price is height / RUN, and what a curve has taken between two heights is
///      (b^2 - a^2) / (2 RUN).
library LinearCurve {
    /// @notice Price of the first token, in wei of platform token for a whole token.
    uint256 internal constant BASE_PRICE = 20_000_000_000_000;
    /// @notice What every whole token adds to that price.
    uint256 internal constant SLOPE = 400_000;
    /// @dev The supply below 0 at which the price would be 0.
    uint256 internal constant OFFSET = (BASE_PRICE * 1e18) / SLOPE;
    /// @dev The height at which a token would cost a platform token.
    uint256 internal constant RUN = 1e36 / SLOPE;
    /// @dev Fees are in parts per million: 1,000,000 is the whole.
    uint256 internal constant PPM = 1_000_000;

    /// @notice What a purchase for `payment`, of at most 112 bits, does.
    /// @param payment all that the buyer pays, fee included
    /// @return net the part of `payment` that enters the reserve
    /// @return fee the other part: ceil(payment * feePpm / PPM)
    /// @return tokens floor(sqrt(height^2 + 2 * RUN * net)) - height
    function purchase(
        uint256 supply,
        uint256 payment,
        uint256 feePpm
    ) internal pure returns (uint256 net, uint256 fee, uint256 tokens) {
        fee = Math.ceilDiv(payment * feePpm, PPM);
        net = payment - fee;
        uint256 height = supply + OFFSET;
        tokens = Math.sqrt(height * height + 2 * RUN * net) - height;
    }

    /// @notice What a redemption of `tokens`, at most `supply`, does.
    /// @return net what leaves the reserve: floor(tokens * (2 * height - tokens) / (2 * RUN))
    /// @return fee the part of `net` that the seller does not get: ceil(net * feePpm / PPM)
    function redeem(
        uint256 supply,
        uint256 tokens,
        uint256 feePpm
    ) internal pure returns (uint256 net, uint256 fee) {
        net = (tokens * (2 * (supply + OFFSET) - tokens)) / (2 * RUN);
        fee = Math.ceilDiv(net * feePpm, PPM);
    }

    /// @notice Tokens worth `payment` at the marginal price, rounded down.
    function worth(uint256 supply, uint256 payment) internal pure returns (uint256) {
        return (payment * RUN) / (supply + OFFSET);
    }
}
