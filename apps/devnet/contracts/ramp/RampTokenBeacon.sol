// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";

/// @title Says which code the launchpad's tokens have; its owner changes it for all of them at once.
contract RampTokenBeacon is UpgradeableBeacon {
    constructor(address implementation_, address owner_) UpgradeableBeacon(implementation_, owner_) {}
}
