// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IUniswapV2Factory} from "./interfaces/IUniswapV2Factory.sol";
import {IUniswapV2Pair} from "./interfaces/IUniswapV2Pair.sol";
import {V2Math} from "./V2Math.sol";

/// @title Puts a curve's reserves into its Uniswap V2 pair, whatever others did to that pair before.
/// @notice App tokens move freely before graduation, so the pair can already exist, hold donations, or even have
///         liquidity at a foolish price. None of that may stop a graduation, and none of it may earn its author
///         anything: donations are burned, a foolish price is traded away at its author's cost, and liquidity is added
///         in the pair's own proportion, so that no part of it is a gift to those who added liquidity before.
library GraduationPool {
    using SafeERC20 for IERC20;

    /// @notice Liquidity tokens, and whatever cannot be used, go here for good.
    address internal constant DEAD = 0x000000000000000000000000000000000000dEaD;

    struct Deposit {
        IERC20 platform;
        IERC20 token;
        uint256 platformAmount;
        uint256 tokenAmount;
    }

    /// @param deposit the curve's whole holdings; their ratio is the curve's last price
    /// @return pair the app's pair, with the liquidity in it and the liquidity tokens burned
    /// @return added what went into the pair as liquidity, in wei
    /// @return left what did not fit; nothing when the pair was untouched
    function seed(
        IUniswapV2Factory factory,
        Deposit memory deposit
    ) internal returns (IUniswapV2Pair pair, Deposit memory added, Deposit memory left) {
        pair = _pair(factory, deposit);
        pair.skim(DEAD);
        left = _align(pair, deposit);
        added = _share(pair, left);
        deposit.platform.safeTransfer(address(pair), added.platformAmount);
        deposit.token.safeTransfer(address(pair), added.tokenAmount);
        pair.mint(DEAD);
        left.platformAmount -= added.platformAmount;
        left.tokenAmount -= added.tokenAmount;
    }

    function _pair(IUniswapV2Factory factory, Deposit memory deposit) private returns (IUniswapV2Pair) {
        address existing = factory.getPair(address(deposit.token), address(deposit.platform));
        if (existing != address(0)) return IUniswapV2Pair(existing);
        return IUniswapV2Pair(factory.createPair(address(deposit.token), address(deposit.platform)));
    }

    /// @dev Trades against existing reserves up to the deposit's own ratio. The input that gets there, ignoring the
    ///      pair's fee, is sqrt(reserveIn * reserveOut * depositIn / depositOut) - reserveIn. At most half of a holding
    ///      is spent, so that something is left to add; then the price stays on the side that its author paid for.
    function _align(IUniswapV2Pair pair, Deposit memory deposit) private returns (Deposit memory) {
        (uint256 platformReserve, uint256 tokenReserve) = _reserves(pair, deposit);
        uint256 product = platformReserve * tokenReserve;
        if (product == 0) return deposit;
        uint256 platformGoal = Math.sqrt(Math.mulDiv(product, deposit.platformAmount, deposit.tokenAmount));
        if (platformGoal > platformReserve) {
            uint256 spent = Math.min(platformGoal - platformReserve, deposit.platformAmount / 2);
            uint256 got = V2Math.amountOut(spent, platformReserve, tokenReserve);
            if (got == 0) return deposit;
            _swap(pair, deposit.platform, spent, deposit.token, got);
            return _holding(deposit, deposit.platformAmount - spent, deposit.tokenAmount + got);
        }
        uint256 tokenGoal = Math.sqrt(Math.mulDiv(product, deposit.tokenAmount, deposit.platformAmount));
        if (tokenGoal <= tokenReserve) return deposit;
        uint256 tokenSpent = Math.min(tokenGoal - tokenReserve, deposit.tokenAmount / 2);
        uint256 platformGot = V2Math.amountOut(tokenSpent, tokenReserve, platformReserve);
        if (platformGot == 0) return deposit;
        _swap(pair, deposit.token, tokenSpent, deposit.platform, platformGot);
        return _holding(deposit, deposit.platformAmount + platformGot, deposit.tokenAmount - tokenSpent);
    }

    /// @dev The largest part of a holding that has the pair's proportion; all of it while the pair has no liquidity.
    function _share(IUniswapV2Pair pair, Deposit memory holding) private view returns (Deposit memory) {
        if (pair.totalSupply() == 0) return _holding(holding, holding.platformAmount, holding.tokenAmount);
        (uint256 platformReserve, uint256 tokenReserve) = _reserves(pair, holding);
        uint256 platformFit = Math.mulDiv(holding.tokenAmount, platformReserve, tokenReserve);
        if (platformFit <= holding.platformAmount) return _holding(holding, platformFit, holding.tokenAmount);
        uint256 tokenFit = Math.mulDiv(holding.platformAmount, tokenReserve, platformReserve);
        return _holding(holding, holding.platformAmount, tokenFit);
    }

    function _swap(IUniswapV2Pair pair, IERC20 sold, uint256 amountIn, IERC20 bought, uint256 amountOut) private {
        sold.safeTransfer(address(pair), amountIn);
        bool boughtIs0 = address(bought) < address(sold);
        pair.swap(boughtIs0 ? amountOut : 0, boughtIs0 ? 0 : amountOut, address(this), "");
    }

    function _reserves(
        IUniswapV2Pair pair,
        Deposit memory deposit
    ) private view returns (uint256 platformReserve, uint256 tokenReserve) {
        (uint112 reserve0, uint112 reserve1, ) = pair.getReserves();
        bool platformIs0 = address(deposit.platform) < address(deposit.token);
        return platformIs0 ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    /// @dev A new struct: structs in memory are references, and the caller counts with the old one.
    function _holding(
        Deposit memory deposit,
        uint256 platformAmount,
        uint256 tokenAmount
    ) private pure returns (Deposit memory) {
        return Deposit(deposit.platform, deposit.token, platformAmount, tokenAmount);
    }
}
