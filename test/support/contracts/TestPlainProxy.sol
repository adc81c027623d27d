// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TestFeed} from "./TestFeed.sol";

/// Stands before an aggregator, and does not count its phases: as older proxies do.
contract TestPlainProxy {
    TestFeed public aggregator;

    constructor(TestFeed first) {
        aggregator = first;
    }

    function setAggregator(TestFeed next) external {
        aggregator = next;
    }

    function decimals() external view returns (uint8) {
        return aggregator.decimals();
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return aggregator.latestRoundData();
    }
}
