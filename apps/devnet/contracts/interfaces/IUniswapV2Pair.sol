// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The part of Uniswap V2's pair that the launchpad and the router call.
interface IUniswapV2Pair {
    function token0() external view returns (address);

    function token1() external view returns (address);

    function totalSupply() external view returns (uint256);

    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast);

    function mint(address to) external returns (uint256 liquidity);

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;

    function skim(address to) external;
}
