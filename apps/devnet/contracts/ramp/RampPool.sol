// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {PoolMath} from "./PoolMath.sol";

/// @title Who receives tokens and is called before they are paid.
interface IPoolCallee {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// @title A constant-product pool of two tokens, with the events and reads of a Uniswap V2 pair and a fee of 0.25 %.
/// @notice All amounts are in wei. The pool is its own ERC-20 of liquidity shares, which anyone may add and take out.
contract RampPool is ERC20, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @dev Shares that nobody can take out: they keep a share from becoming dear.
    uint256 private constant LOCKED_SHARES = 1_000;
    address private constant DEAD = 0x000000000000000000000000000000000000dEaD;

    address public immutable token0;
    address public immutable token1;

    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _changedAt;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    error NothingIn();
    error NothingOut();
    error ExceedsReserves();
    error InvalidRecipient();
    error ProductFell();

    constructor(address token0_, address token1_) ERC20("Ramp Pool Share", "RAMP-LP") {
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() public view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (_reserve0, _reserve1, _changedAt);
    }

    /// @notice Shares for what was sent to the pool before the call, in the reserves' proportion.
    function mint(address to) external nonReentrant returns (uint256 shares) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 amount0 = balance0 - _reserve0;
        uint256 amount1 = balance1 - _reserve1;
        uint256 supply = totalSupply();
        if (supply == 0) {
            shares = Math.sqrt(amount0 * amount1) - LOCKED_SHARES;
            _mint(DEAD, LOCKED_SHARES);
        } else {
            shares = Math.min((amount0 * supply) / _reserve0, (amount1 * supply) / _reserve1);
        }
        if (shares == 0) revert NothingIn();
        _mint(to, shares);
        _update(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// @notice Takes out what the shares that were sent to the pool before the call are worth.
    function burn(address to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 shares = balanceOf(address(this));
        amount0 = (shares * balance0) / totalSupply();
        amount1 = (shares * balance1) / totalSupply();
        if (amount0 == 0 || amount1 == 0) revert NothingOut();
        _burn(address(this), shares);
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);
        _update(balance0 - amount0, balance1 - amount1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// @notice Sends out what is asked for, against what was sent to the pool before the call or is sent in the callback.
    /// @param data not empty: `to` is called with it, as a Uniswap V2 callee
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external nonReentrant {
        if (amount0Out == 0 && amount1Out == 0) revert NothingOut();
        if (amount0Out >= _reserve0 || amount1Out >= _reserve1) revert ExceedsReserves();
        if (to == token0 || to == token1) revert InvalidRecipient();
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        if (data.length > 0) IPoolCallee(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
        (uint256 amount0In, uint256 amount1In) = _take(amount0Out, amount1Out);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// @notice Sends out what the pool has beyond its reserves.
    function skim(address to) external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        IERC20(token0).safeTransfer(to, balance0 - _reserve0);
        IERC20(token1).safeTransfer(to, balance1 - _reserve1);
    }

    /// @notice Takes what the pool has for its reserves.
    function sync() external nonReentrant {
        (uint256 balance0, uint256 balance1) = _balances();
        _update(balance0, balance1);
    }

    /// @dev What came in against what went out; enough of it, or the swap reverts.
    function _take(
        uint256 amount0Out,
        uint256 amount1Out
    ) private returns (uint256 amount0In, uint256 amount1In) {
        (uint256 balance0, uint256 balance1) = _balances();
        (uint256 reserve0, uint256 reserve1) = (_reserve0, _reserve1);
        amount0In = Math.saturatingSub(balance0, reserve0 - amount0Out);
        amount1In = Math.saturatingSub(balance1, reserve1 - amount1Out);
        if (amount0In == 0 && amount1In == 0) revert NothingIn();
        uint256 kept0 = balance0 * PoolMath.WHOLE - amount0In * PoolMath.FEE;
        uint256 kept1 = balance1 * PoolMath.WHOLE - amount1In * PoolMath.FEE;
        if (kept0 * kept1 < reserve0 * reserve1 * PoolMath.WHOLE ** 2) revert ProductFell();
        _update(balance0, balance1);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _update(uint256 balance0, uint256 balance1) private {
        _reserve0 = SafeCast.toUint112(balance0);
        _reserve1 = SafeCast.toUint112(balance1);
        _changedAt = uint32(block.timestamp);
        emit Sync(_reserve0, _reserve1);
    }
}
