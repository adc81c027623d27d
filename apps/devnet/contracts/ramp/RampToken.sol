// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title The code of the launchpad's tokens: an ERC-20 with 18 decimals, which the launchpad mints and burns.
/// @dev Tokens are beacon proxies of one RampToken: its texts arrive by a call, and it has none of its own.
contract RampToken is ERC20, Initializable {
    /// @notice The only account that mints and burns.
    address public launchpad;
    /// @notice ERC-7572: where the token is described. Whatever its creator sent, not checked.
    string public contractURI;

    string private _tokenName;
    string private _tokenSymbol;

    error OnlyLaunchpad();

    modifier onlyLaunchpad() {
        if (msg.sender != launchpad) revert OnlyLaunchpad();
        _;
    }

    constructor() ERC20("", "") {
        _disableInitializers();
    }

    /// @notice Sets the texts, once, and takes the caller for the launchpad.
    function initialize(
        string calldata name_,
        string calldata symbol_,
        string calldata contractURI_
    ) external initializer {
        launchpad = msg.sender;
        _tokenName = name_;
        _tokenSymbol = symbol_;
        contractURI = contractURI_;
    }

    function mint(address to, uint256 amount) external onlyLaunchpad {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlyLaunchpad {
        _burn(from, amount);
    }

    function name() public view override returns (string memory) {
        return _tokenName;
    }

    function symbol() public view override returns (string memory) {
        return _tokenSymbol;
    }
}
