// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The part of Uniswap V2's factory that the launchpad calls.
interface IUniswapV2Factory {
    function getPair(address tokenA, address tokenB) external view returns (address pair);

    function createPair(address tokenA, address tokenB) external returns (address pair);
}
