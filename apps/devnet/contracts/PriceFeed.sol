// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IAggregatorV3} from "./interfaces/IAggregatorV3.sol";

/// @title A price feed with Chainlink's interface: US dollars for one platform token, 8 decimals.
/// @notice Prices are published as they come. As with any feed, readers check for themselves whether one is positive
///         and fresh enough.
contract PriceFeed is IAggregatorV3, Ownable {
    /// @dev One word: as with Chainlink's aggregators, a price has 192 bits.
    struct Round {
        int192 answer;
        uint64 updatedAt;
    }

    uint8 public constant override decimals = 8;
    uint256 public constant override version = 1;
    string public override description;

    /// @notice The only account that may publish prices.
    address public transmitter;

    uint80 private _latestRound;
    mapping(uint80 roundId => Round) private _rounds;

    event TransmitterChanged(address indexed transmitter);

    error OnlyTransmitter();
    error NoDataPresent();

    constructor(string memory description_, address transmitter_) Ownable(msg.sender) {
        description = description_;
        transmitter = transmitter_;
    }

    function setTransmitter(address transmitter_) external onlyOwner {
        transmitter = transmitter_;
        emit TransmitterChanged(transmitter_);
    }

    /// @notice Publishes a price as a new round at this block's time.
    /// @param answer US dollars for one whole platform token, times 10^8; reverts when it needs more than 192 bits
    function transmit(int256 answer) external {
        if (msg.sender != transmitter) revert OnlyTransmitter();
        uint80 round = ++_latestRound;
        _rounds[round] = Round(SafeCast.toInt192(answer), uint64(block.timestamp));
        emit AnswerUpdated(answer, round, block.timestamp);
    }

    /// @inheritdoc IAggregatorV3
    function latestRoundData()
        external
        view
        override
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return getRoundData(_latestRound);
    }

    /// @inheritdoc IAggregatorV3
    function getRoundData(
        uint80 _roundId
    )
        public
        view
        override
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        Round storage round = _rounds[_roundId];
        if (round.updatedAt == 0) revert NoDataPresent();
        return (_roundId, round.answer, round.updatedAt, round.updatedAt, _roundId);
    }
}
