// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A reward token that pays as it should, or not, in one way. Its manner can be changed at any time.
contract HostileToken is ERC20 {
    enum Manner {
        Honest,
        PaysNothing,
        PaysAnother,
        OnlyEmits,
        TakesAFee,
        Reverts,
        RevertsAtAGasPrice,
        PaysNothingAtAGasPrice,
        BurnsAllGas,
        BurnsGasAtAGasPrice,
        BurnsGasWhenRead,
        NeedsMuchGas,
        Reenters,
        ReturnsTooMuch,
        PaysNothingAfterBlocks
    }

    address private constant THIEF = address(0xBAD);

    Manner public manner;
    uint256 private since;
    address private target;
    bytes private data;

    constructor(address holder) ERC20("Hostile", "HSTL") {
        _mint(holder, 1_000_000e18);
    }

    function behave(Manner manner_) external {
        manner = manner_;
        since = block.number;
    }

    /// What `Reenters` calls while it pays.
    function reenter(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        Manner m = manner;
        if (tx.gasprice == 0 && m == Manner.RevertsAtAGasPrice) m = Manner.Honest;
        if (tx.gasprice == 0 && m == Manner.PaysNothingAtAGasPrice) m = Manner.Honest;
        if (tx.gasprice == 0 && m == Manner.BurnsGasAtAGasPrice) m = Manner.Honest;
        if (m == Manner.PaysNothingAfterBlocks) m = block.number > since + 5 ? Manner.PaysNothing : Manner.Honest;
        if (m == Manner.PaysNothing || m == Manner.PaysNothingAtAGasPrice) return true;
        if (m == Manner.PaysAnother) return super.transfer(THIEF, value);
        if (m == Manner.TakesAFee) {
            super.transfer(THIEF, value / 100);
            return super.transfer(to, value - value / 100);
        }
        if (m == Manner.OnlyEmits) {
            emit Transfer(msg.sender, to, value);
            return true;
        }
        if (m == Manner.Reverts || m == Manner.RevertsAtAGasPrice) revert("no");
        if (m == Manner.BurnsAllGas || m == Manner.BurnsGasAtAGasPrice) burn(0);
        if (m == Manner.NeedsMuchGas) burn(gasleft() > 1_000_000 ? gasleft() - 1_000_000 : 0);
        if (m == Manner.ReturnsTooMuch) {
            super.transfer(to, value);
            assembly {
                mstore(0, 1)
                return(0, 300000)
            }
        }
        if (m == Manner.Reenters) {
            (bool ok, ) = target.call(data);
            ok;
        }
        return super.transfer(to, value);
    }

    function balanceOf(address account) public view override returns (uint256) {
        if (manner == Manner.BurnsGasWhenRead) burn(0);
        return super.balanceOf(account);
    }

    function burn(uint256 rest) private view {
        while (gasleft() > rest) {}
    }
}
