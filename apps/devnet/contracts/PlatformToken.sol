// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title The platform's own token: launches and trades are paid in it.
/// @notice 18 decimals. The whole supply of 1,000,000,000 tokens exists from the first block and never changes.
contract PlatformToken is ERC20, ERC20Permit {
    /// @notice Whole supply, in wei (10^-18 token).
    uint256 public constant TOTAL_SUPPLY = 1_000_000_000e18;

    constructor() ERC20("Slipway", "SLIP") ERC20Permit("Slipway") {
        _mint(msg.sender, TOTAL_SUPPLY);
    }
}
