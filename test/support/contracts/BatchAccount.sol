// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";

/// What an account delegates to (EIP-7702): it makes the calls that it sends to itself.
contract BatchAccount is ERC7821 {}
