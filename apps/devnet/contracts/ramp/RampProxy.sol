// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// @title The launchpad's address, whatever its code.
contract RampProxy is ERC1967Proxy {
    constructor(address implementation_, bytes memory initialization) ERC1967Proxy(implementation_, initialization) {}
}
