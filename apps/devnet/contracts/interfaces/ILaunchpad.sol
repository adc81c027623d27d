// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title What the launchpad tells the world. All amounts are in wei (10^-18 of a whole token).
interface ILaunchpad {
    /// @notice A new app. Its curve starts at INITIAL_VIRTUAL_PLATFORM, INITIAL_VIRTUAL_TOKEN and holds TOTAL_SUPPLY.
    /// @dev The texts are whatever the creator sent: any bytes, any length, not unique.
    event Launched(
        address indexed token,
        address indexed creator,
        string name,
        string symbol,
        string description,
        string imageUrl,
        string website,
        uint256 cost
    );

    /// @param platformAmount gross: what the buyer paid; the curve received platformAmount - fee
    /// @param fee the part of platformAmount that the launchpad kept
    /// @param tokenAmount app token that the buyer received
    /// @param virtualPlatform virtual reserve after the trade
    /// @param virtualToken virtual reserve after the trade
    event Bought(
        address indexed token,
        address indexed trader,
        uint256 platformAmount,
        uint256 fee,
        uint256 tokenAmount,
        uint256 virtualPlatform,
        uint256 virtualToken
    );

    /// @param platformAmount gross: what left the curve; the seller received platformAmount - fee
    /// @param fee the part of platformAmount that the launchpad kept
    /// @param tokenAmount app token that the seller gave
    /// @param virtualPlatform virtual reserve after the trade
    /// @param virtualToken virtual reserve after the trade
    event Sold(
        address indexed token,
        address indexed trader,
        uint256 platformAmount,
        uint256 fee,
        uint256 tokenAmount,
        uint256 virtualPlatform,
        uint256 virtualToken
    );

    /// @notice The app left its curve, once and for good, in the transaction of the buy that met the threshold.
    /// @param platformLiquidity platform token put into the pair
    /// @param tokenLiquidity app token put into the pair
    event Graduated(address indexed token, address pair, uint256 platformLiquidity, uint256 tokenLiquidity);

    event LaunchCostChanged(uint256 cost);
    event FeesWithdrawn(address indexed to, uint256 amount);

    /// @notice No app of this launchpad has that token.
    error UnknownToken(address token);
    /// @notice The app trades on its Uniswap pair now.
    error AlreadyGraduated(address token);
    /// @notice The trade would give less than the trader's minimum; a buy that the threshold caps gives less, too.
    error SlippageExceeded(uint256 amountOut, uint256 minOut);
    /// @notice The sale would take more platform token than was ever paid in: no account can hold so many app tokens.
    error ExceedsReserve(uint256 amount, uint256 reserve);
    /// @notice The amount is too small to give anything.
    error AmountTooSmall();
}
