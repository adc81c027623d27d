// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RampPool} from "./RampPool.sol";

/// @title Makes a pool for each token that graduates; only the launchpad may, so that none is there before.
contract RampPoolFactory {
    address public immutable launchpad;

    /// @notice The pool of two tokens, in either order; the zero address when there is none.
    mapping(address tokenA => mapping(address tokenB => address)) public getPool;

    event PoolCreated(address indexed token0, address indexed token1, address pool);

    error OnlyLaunchpad();
    error PoolExists(address pool);

    constructor(address launchpad_) {
        launchpad = launchpad_;
    }

    function createPool(address tokenA, address tokenB) external returns (address pool) {
        if (msg.sender != launchpad) revert OnlyLaunchpad();
        pool = getPool[tokenA][tokenB];
        if (pool != address(0)) revert PoolExists(pool);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        pool = address(new RampPool(token0, token1));
        getPool[token0][token1] = pool;
        getPool[token1][token0] = pool;
        emit PoolCreated(token0, token1, pool);
    }
}
