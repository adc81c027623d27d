// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {PoolMath} from "./PoolMath.sol";
import {RampPool} from "./RampPool.sol";
import {RampPoolFactory} from "./RampPoolFactory.sol";

/// @title Swaps through the factory's pools, with the swaps and quotes of Uniswap V2's Router02 for tokens.
/// @notice All amounts are in wei. A path names the tokens from the one that is paid to the one that is received; every
///         two neighbours have a pool.
contract RampRouter {
    using SafeERC20 for IERC20;

    RampPoolFactory public immutable factory;

    error Expired(uint256 deadline);
    error InvalidPath();
    error NoPool(address tokenA, address tokenB);
    error InsufficientOutput(uint256 amountOut, uint256 amountOutMin);
    error ExcessiveInput(uint256 amountIn, uint256 amountInMax);

    modifier until(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline);
        _;
    }

    constructor(RampPoolFactory factory_) {
        factory = factory_;
    }

    /// @notice Pays exactly `amountIn`, by allowance.
    /// @param deadline Unix seconds, after which the swap reverts
    /// @return amounts what moved of each token of the path
    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, path);
        uint256 amountOut = amounts[path.length - 1];
        if (amountOut < amountOutMin) revert InsufficientOutput(amountOut, amountOutMin);
        _swap(amounts, path, to);
    }

    /// @notice Receives exactly `amountOut`.
    /// @param deadline Unix seconds, after which the swap reverts
    /// @return amounts what moved of each token of the path
    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256[] memory amounts) {
        amounts = getAmountsIn(amountOut, path);
        if (amounts[0] > amountInMax) revert ExcessiveInput(amounts[0], amountInMax);
        _swap(amounts, path, to);
    }

    function getAmountsOut(
        uint256 amountIn,
        address[] calldata path
    ) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 0; i < path.length - 1; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i], path[i + 1]);
            amounts[i + 1] = PoolMath.outputFor(amounts[i], reserveIn, reserveOut);
        }
    }

    function getAmountsIn(
        uint256 amountOut,
        address[] calldata path
    ) public view returns (uint256[] memory amounts) {
        if (path.length < 2) revert InvalidPath();
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i - 1], path[i]);
            amounts[i - 1] = PoolMath.inputFor(amounts[i], reserveIn, reserveOut);
        }
    }

    function _swap(uint256[] memory amounts, address[] calldata path, address to) private {
        IERC20(path[0]).safeTransferFrom(msg.sender, _pool(path[0], path[1]), amounts[0]);
        for (uint256 i = 0; i < path.length - 1; i++) {
            uint256 amountOut = amounts[i + 1];
            (uint256 amount0Out, uint256 amount1Out) = path[i] < path[i + 1]
                ? (uint256(0), amountOut)
                : (amountOut, uint256(0));
            address next = i + 2 < path.length ? _pool(path[i + 1], path[i + 2]) : to;
            RampPool(_pool(path[i], path[i + 1])).swap(amount0Out, amount1Out, next, "");
        }
    }

    function _reserves(
        address tokenIn,
        address tokenOut
    ) private view returns (uint256 reserveIn, uint256 reserveOut) {
        (uint112 reserve0, uint112 reserve1, ) = RampPool(_pool(tokenIn, tokenOut)).getReserves();
        return tokenIn < tokenOut ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function _pool(address tokenA, address tokenB) private view returns (address pool) {
        pool = factory.getPool(tokenA, tokenB);
        if (pool == address(0)) revert NoPool(tokenA, tokenB);
    }
}
