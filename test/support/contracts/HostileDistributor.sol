// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// A distributor that says what the real one says, and does other things. Its manner can be changed at any time.
contract HostileDistributor {
    enum Manner {
        Honest,
        OnlyEmits,
        PaysHalf,
        PaysItsCallerOnly,
        BurnsAllGas,
        BurnsGasWhenRead
    }

    Manner public manner;
    bytes32 private _root;

    event Claimed(address indexed account, address indexed reward, uint256 amount);

    function behave(Manner manner_) external {
        manner = manner_;
    }

    function setRoot(bytes32 newRoot, bytes32) external {
        _root = newRoot;
    }

    function root() external view returns (bytes32) {
        if (manner == Manner.BurnsGasWhenRead) burn();
        return _root;
    }

    function claimed(address, address) external view returns (uint256) {
        if (manner == Manner.BurnsGasWhenRead) burn();
        return 0;
    }

    function claim(address account, address reward, uint256 amount, bytes32[] calldata) external returns (uint256) {
        if (manner == Manner.BurnsAllGas) burn();
        emit Claimed(account, reward, amount);
        if (manner == Manner.OnlyEmits) return amount;
        address to = manner == Manner.PaysItsCallerOnly ? msg.sender : account;
        IERC20(reward).transfer(to, manner == Manner.PaysHalf ? amount / 2 : amount);
        return amount;
    }

    function burn() private view {
        while (gasleft() > 0) {}
    }
}
