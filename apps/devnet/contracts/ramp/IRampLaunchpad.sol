// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title What the launchpad tells the world. All amounts are in wei (10^-18 of a whole token).
interface IRampLaunchpad {
    /// @notice A new token, of which nothing is minted yet.
    /// @dev The texts are whatever the creator sent: any bytes, any length, not unique.
    /// @param price what the creator paid, in platform token
    event TokenCreated(
        address indexed creator,
        address indexed token,
        string name,
        string symbol,
        string contractURI,
        uint256 price
    );

    /// @notice A trade on the curve. It comes before the token's own Transfer from or to the zero address.
    /// @param isPurchase tokens were minted to the account; else burned from it
    /// @param netAmount platform token that entered the curve's reserve, or left it. A buyer paid netAmount + fee, a
    ///        seller received netAmount - fee
    /// @param fee platform token that the launchpad kept
    /// @param tokenAmount tokens that were minted or burned
    /// @param supply tokens that exist after the trade
    /// @param reserve platform token in the curve after the trade
    event Trade(
        address indexed token,
        address indexed account,
        bool isPurchase,
        uint256 netAmount,
        uint256 fee,
        uint256 tokenAmount,
        uint256 supply,
        uint256 reserve
    );

    /// @notice A complete curve's reserve goes into the token's pool, once and for good. It comes before all events of
    ///         the pool.
    /// @param platformAmount platform token that the pool receives: the whole reserve
    /// @param tokenAmount tokens that are minted for the pool
    event Migrated(address indexed token, address indexed pool, uint256 platformAmount, uint256 tokenAmount);

    /// @param feePpm parts of a million that trades pay from the next one on
    event FeeChanged(uint32 feePpm);
    /// @param price what creations cost from the next one on
    event CreationPriceChanged(uint256 price);
    event FeesWithdrawn(address indexed to, uint256 amount);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    error OnlyOwner(address account);
    error InvalidOwner();
    error FeeTooHigh(uint32 feePpm);
    /// @notice The launchpad has created no such token.
    error UnknownToken(address token);
    /// @notice The curve trades no more: the token trades in its pool, or will when anyone calls `graduate`.
    error CurveComplete(address token);
    /// @notice The curve's reserve is not yet enough to graduate.
    error CurveIncomplete(address token);
    error AlreadyMigrated(address token);
    /// @notice The trade would give less than the trader's minimum.
    error BelowMinimum(uint256 amount, uint256 minimum);
    /// @notice The amount is too small to give anything.
    error AmountTooSmall();
    /// @notice No pool could hold what the curve would.
    error AmountTooLarge();
    /// @notice More tokens than exist.
    error ExceedsSupply(uint256 tokens, uint256 supply);
}
