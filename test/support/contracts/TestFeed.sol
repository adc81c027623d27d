// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// An aggregator of any decimals: it says what anyone has it say.
contract TestFeed {
    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    uint8 public immutable decimals;
    uint80 public latestRound;
    mapping(uint80 roundId => Round) private rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function transmit(int256 answer) external {
        uint80 round = ++latestRound;
        rounds[round] = Round(answer, block.timestamp);
        emit AnswerUpdated(answer, round, block.timestamp);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(latestRound);
    }

    function getRoundData(uint80 round) public view returns (uint80, int256, uint256, uint256, uint80) {
        Round memory found = rounds[round];
        require(found.updatedAt != 0, "No data present");
        return (round, found.answer, found.updatedAt, found.updatedAt, round);
    }
}
