// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IUniswapV2Pair} from "./interfaces/IUniswapV2Pair.sol";
import {V2Math} from "./V2Math.sol";

/// @title One exact-input swap against one Uniswap V2 pair; the pair's Swap event names the trader as `to`.
contract PoolRouter {
    using SafeERC20 for IERC20;

    error NotInPair(address token);
    error SlippageExceeded(uint256 amountOut, uint256 minOut);

    /// @notice Swaps exactly `amountIn` of `tokenIn`, by allowance, for the pair's other token.
    /// @param minOut the least of the other token to accept, in wei
    /// @return amountOut what the caller received, in wei
    function swapExactIn(
        IUniswapV2Pair pair,
        IERC20 tokenIn,
        uint256 amountIn,
        uint256 minOut
    ) external returns (uint256 amountOut) {
        bool inIs0 = address(tokenIn) == pair.token0();
        if (!inIs0 && address(tokenIn) != pair.token1()) revert NotInPair(address(tokenIn));
        (uint112 reserve0, uint112 reserve1, ) = pair.getReserves();
        amountOut = inIs0
            ? V2Math.amountOut(amountIn, reserve0, reserve1)
            : V2Math.amountOut(amountIn, reserve1, reserve0);
        if (amountOut < minOut) revert SlippageExceeded(amountOut, minOut);
        tokenIn.safeTransferFrom(msg.sender, address(pair), amountIn);
        pair.swap(inIs0 ? 0 : amountOut, inIs0 ? amountOut : 0, msg.sender, "");
    }
}
