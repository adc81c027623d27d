// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TestFeed} from "./TestFeed.sol";

/// Stands before one aggregator after another, and logs nothing: as Chainlink's proxies do. Its rounds have the phase in them.
contract TestFeedProxy {
    TestFeed public aggregator;
    uint16 public phaseId;
    mapping(uint16 phase => TestFeed) public phaseAggregators;

    constructor(TestFeed first) {
        confirmAggregator(first);
    }

    function confirmAggregator(TestFeed next) public {
        aggregator = next;
        phaseAggregators[++phaseId] = next;
    }

    function decimals() external view returns (uint8) {
        return aggregator.decimals();
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        (uint80 round, int256 answer, uint256 startedAt, uint256 updatedAt, ) = aggregator.latestRoundData();
        uint80 id = (uint80(phaseId) << 64) | round;
        return (id, answer, startedAt, updatedAt, id);
    }
}
