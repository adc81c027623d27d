// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Chainlink's AggregatorV3Interface, with the event that an aggregator emits for every price.
interface IAggregatorV3 {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    function decimals() external view returns (uint8);

    function description() external view returns (string memory);

    function version() external view returns (uint256);

    function getRoundData(
        uint80 _roundId
    )
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);

    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
