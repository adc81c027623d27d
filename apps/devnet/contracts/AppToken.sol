// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title The token of one launched app: a plain ERC-20 with 18 decimals and a fixed supply.
/// @dev Apps are minimal proxies (ERC-1167) of one AppToken that the launchpad deploys. So the texts arrive by a call;
///      they could not arrive as constructor arguments anyway, which count towards the 48 KiB that EIP-3860 allows.
contract AppToken is ERC20 {
    /// @notice The launchpad that created this token; part of the code that all its apps share.
    address public immutable launchpad;

    string private _appName;
    string private _appSymbol;

    error OnlyLaunchpad();
    error AlreadyInitialized();

    constructor() ERC20("", "") {
        launchpad = msg.sender;
    }

    /// @notice Sets the texts and mints the whole supply to the launchpad. Once, by the launchpad, in the launch.
    /// @param name_ any bytes, not checked and not unique
    /// @param symbol_ any bytes, not checked and not unique
    /// @param supply whole supply in wei
    function initialize(string calldata name_, string calldata symbol_, uint256 supply) external {
        if (msg.sender != launchpad) revert OnlyLaunchpad();
        if (totalSupply() != 0) revert AlreadyInitialized();
        _appName = name_;
        _appSymbol = symbol_;
        _mint(launchpad, supply);
    }

    function name() public view override returns (string memory) {
        return _appName;
    }

    function symbol() public view override returns (string memory) {
        return _appSymbol;
    }
}
