// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A contract wallet as EIP-1271 knows it, honest or behaving badly in one way.
contract TestWallet {
    enum Manner {
        Honest,
        Reverts,
        BurnsAllGas,
        ReturnsTrue,
        ReturnsTooMuch,
        ReturnsNothing
    }

    bytes4 private constant MAGIC_VALUE = 0x1626ba7e;

    address private immutable owner;
    Manner private immutable manner;

    constructor(address owner_, Manner manner_) {
        owner = owner_;
        manner = manner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (manner == Manner.Reverts) revert("no");
        if (manner == Manner.BurnsAllGas) {
            while (gasleft() > 0) {}
        }
        if (manner == Manner.ReturnsTrue) {
            assembly {
                mstore(0, 1)
                return(0, 32)
            }
        }
        if (manner == Manner.ReturnsTooMuch) {
            assembly {
                mstore(0, shl(224, 0x1626ba7e))
                mstore(32, 1)
                return(0, 64)
            }
        }
        if (manner == Manner.ReturnsNothing) {
            assembly {
                return(0, 0)
            }
        }
        (address signer, ECDSA.RecoverError err, ) = ECDSA.tryRecover(hash, signature);
        return err == ECDSA.RecoverError.NoError && signer == owner ? MAGIC_VALUE : bytes4(0xffffffff);
    }
}
