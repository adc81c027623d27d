// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title Pays rewards by a Merkle tree of cumulative amounts.
/// @notice Names and meaning follow Morpho's Universal Rewards Distributor. A leaf is
///         keccak256(bytes.concat(keccak256(abi.encode(account, reward, claimable)))), as in OpenZeppelin's
///         `standard-v1` trees. Amounts are in wei of the reward token.
contract UniversalRewardsDistributor is Ownable {
    using SafeERC20 for IERC20;

    /// @notice Root of the tree that claims are proved against.
    bytes32 public root;
    /// @notice Where the tree is published; any 32 bytes, for readers only.
    bytes32 public ipfsHash;
    /// @notice What an account has claimed of a reward token so far.
    mapping(address account => mapping(address reward => uint256 amount)) public claimed;

    event RootSet(bytes32 indexed newRoot, bytes32 indexed newIpfsHash);
    event Claimed(address indexed account, address indexed reward, uint256 amount);

    error RootNotSet();
    error InvalidProof();
    error ClaimableTooLow();

    constructor(address owner_) Ownable(owner_) {}

    /// @notice Replaces the tree. Amounts are cumulative, so what was claimed stays claimed.
    function setRoot(bytes32 newRoot, bytes32 newIpfsHash) external onlyOwner {
        root = newRoot;
        ipfsHash = newIpfsHash;
        emit RootSet(newRoot, newIpfsHash);
    }

    /// @notice Pays `account` what it has not claimed yet. Anyone may call it.
    /// @param claimable the account's cumulative amount, as in its leaf
    /// @return amount what was paid now
    function claim(
        address account,
        address reward,
        uint256 claimable,
        bytes32[] calldata proof
    ) external returns (uint256 amount) {
        if (root == bytes32(0)) revert RootNotSet();
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(account, reward, claimable))));
        if (!MerkleProof.verifyCalldata(proof, root, leaf)) revert InvalidProof();
        uint256 before = claimed[account][reward];
        if (claimable <= before) revert ClaimableTooLow();
        amount = claimable - before;
        claimed[account][reward] = claimable;
        IERC20(reward).safeTransfer(account, amount);
        emit Claimed(account, reward, amount);
    }
}
