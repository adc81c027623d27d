// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title What a pool gives for an exact input, and takes for an exact output. All amounts in wei.
library PoolMath {
    /// @dev A pool's fee, of an input of 10,000.
    uint256 internal constant FEE = 25;
    uint256 internal constant WHOLE = 10_000;

    /// @return rounded down
    function outputFor(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) internal pure returns (uint256) {
        uint256 traded = amountIn * (WHOLE - FEE);
        return (traded * reserveOut) / (reserveIn * WHOLE + traded);
    }

    /// @return rounded up; reverts for all of a reserve, or more
    function inputFor(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) internal pure returns (uint256) {
        return (reserveIn * amountOut * WHOLE) / ((reserveOut - amountOut) * (WHOLE - FEE)) + 1;
    }
}
