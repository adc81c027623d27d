// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Does in one transaction what its caller lists, as itself: routers, aggregators and bundlers are made of such calls.
contract TestRouter {
    struct Call {
        address target;
        bytes data;
    }

    function run(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].target.call(calls[i].data);
            if (!ok) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    /// Sends on a part of what the router holds by then.
    function pass(IERC20 token, address to, uint256 numerator, uint256 denominator) external {
        token.transfer(to, (token.balanceOf(address(this)) * numerator) / denominator);
    }
}
