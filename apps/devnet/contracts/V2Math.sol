// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title What a Uniswap V2 pair gives for an exact input.
library V2Math {
    /// @notice Output of a swap, after the pair's fee of 0.3 %. All amounts in wei.
    /// @return the most that the pair lets out, rounded down; 0 when a reserve is empty
    function amountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) internal pure returns (uint256) {
        if (reserveIn == 0 || reserveOut == 0) return 0;
        uint256 withFee = amountIn * 997;
        return (withFee * reserveOut) / (reserveIn * 1000 + withFee);
    }
}
