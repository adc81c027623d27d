// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// A collection of one item, which has the number 0.
contract TestCollection is ERC721 {
    constructor(address owner) ERC721("Collection", "ITEM") {
        _mint(owner, 0);
    }
}
