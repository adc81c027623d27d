// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {IRampLaunchpad} from "./IRampLaunchpad.sol";
import {LinearCurve} from "./LinearCurve.sol";
import {RampPool} from "./RampPool.sol";
import {RampPoolFactory} from "./RampPoolFactory.sol";
import {RampToken} from "./RampToken.sol";

/// @title Creates tokens that are minted and burned on a linear curve, and moves complete curves into pools.
/// @notice All amounts are in wei (10^-18 of a whole token). Fees are paid in platform token: on what goes in for a
///         purchase, on what comes out for a redemption. The purchase that completes a curve is not capped.
/// @dev Behind an ERC-1967 proxy, which its owner upgrades.
contract RampLaunchpad is IRampLaunchpad, Initializable, UUPSUpgradeable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice Price of a curve's first token, in wei of platform token for a whole token.
    uint256 public constant BASE_PRICE = LinearCurve.BASE_PRICE;
    /// @notice What every whole token that exists adds to that price.
    uint256 public constant SLOPE = LinearCurve.SLOPE;
    /// @notice Platform token in a curve at which it is complete: some 500 million tokens, at eleven times the first price.
    uint256 public constant GRADUATION_RESERVE = 60_000e18;
    /// @notice The most that `feePpm` can be: 5 %.
    uint32 public constant MOST_FEE_PPM = 50_000;

    /// @dev Liquidity tokens, and what others sent to a pool before its time, go here for good.
    address private constant DEAD = 0x000000000000000000000000000000000000dEaD;

    struct Curve {
        uint256 supply;
        uint256 reserve;
        address pool;
        bool exists;
    }

    address public owner;
    /// @notice Parts of a million that a trade pays now.
    uint32 public feePpm;
    IERC20 public platformToken;
    /// @notice The beacon of all tokens' code.
    address public tokenBeacon;
    RampPoolFactory public poolFactory;
    /// @notice What a creation costs now, in platform token.
    uint256 public creationPrice;
    /// @notice Creation prices and trading fees that the owner has not withdrawn.
    uint256 public collectedFees;

    mapping(address token => Curve) private _curves;

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner(msg.sender);
        _;
    }

    constructor() {
        _disableInitializers();
    }

    function initialize(
        address owner_,
        IERC20 platformToken_,
        address tokenBeacon_,
        RampPoolFactory poolFactory_,
        uint256 creationPrice_,
        uint32 feePpm_
    ) external initializer {
        platformToken = platformToken_;
        tokenBeacon = tokenBeacon_;
        poolFactory = poolFactory_;
        _setOwner(owner_);
        _setCreationPrice(creationPrice_);
        _setFeePpm(feePpm_);
    }

    /// @notice Creates a token, for exactly `creationPrice()` of the caller's platform token, by allowance.
    /// @dev The texts are stored and announced as they are. Clients must treat them as hostile.
    /// @return token the new token, of which nothing exists yet
    function createToken(
        string calldata name,
        string calldata symbol,
        string calldata contractURI
    ) external nonReentrant returns (address token) {
        uint256 price = creationPrice;
        collectedFees += price;
        token = address(
            new BeaconProxy(tokenBeacon, abi.encodeCall(RampToken.initialize, (name, symbol, contractURI)))
        );
        _curves[token].exists = true;
        emit TokenCreated(msg.sender, token, name, symbol, contractURI, price);
        platformToken.safeTransferFrom(msg.sender, address(this), price);
    }

    /// @notice Pays exactly `payment` of platform token, by allowance, for new tokens.
    /// @param minTokens the least to accept
    /// @return tokens minted to the caller, equal to `quotePurchase` in the same state
    function purchase(
        address token,
        uint256 payment,
        uint256 minTokens
    ) external nonReentrant returns (uint256 tokens) {
        Curve storage curve = _trading(token);
        uint256 net;
        uint256 fee;
        (net, fee, tokens) = _quotePurchase(curve, payment);
        if (tokens < minTokens) revert BelowMinimum(tokens, minTokens);
        curve.supply += tokens;
        curve.reserve += net;
        collectedFees += fee;
        emit Trade(token, msg.sender, true, net, fee, tokens, curve.supply, curve.reserve);
        platformToken.safeTransferFrom(msg.sender, address(this), payment);
        RampToken(token).mint(msg.sender, tokens);
    }

    /// @notice Burns `tokens` of the caller, without an allowance, for platform token.
    /// @param minPayment the least to accept, after the fee
    /// @return payment sent to the caller, equal to `quoteRedeem` in the same state
    function redeem(
        address token,
        uint256 tokens,
        uint256 minPayment
    ) external nonReentrant returns (uint256 payment) {
        Curve storage curve = _trading(token);
        uint256 fee;
        (payment, fee) = _quoteRedeem(curve, tokens);
        if (payment < minPayment) revert BelowMinimum(payment, minPayment);
        uint256 net = payment + fee;
        curve.supply -= tokens;
        curve.reserve -= net;
        collectedFees += fee;
        emit Trade(token, msg.sender, false, net, fee, tokens, curve.supply, curve.reserve);
        RampToken(token).burn(msg.sender, tokens);
        platformToken.safeTransfer(msg.sender, payment);
    }

    /// @notice Moves a complete curve into the token's own pool, at the curve's last price. Anyone may call it, once.
    /// @dev What others sent to the pool's address before it was there is burned, so that it moves no price.
    function graduate(address token) external nonReentrant returns (address pool) {
        Curve storage curve = _known(token);
        if (curve.pool != address(0)) revert AlreadyMigrated(token);
        if (curve.reserve < GRADUATION_RESERVE) revert CurveIncomplete(token);
        uint256 platformAmount = curve.reserve;
        uint256 tokenAmount = LinearCurve.worth(curve.supply, platformAmount);
        pool = poolFactory.createPool(address(platformToken), token);
        curve.pool = pool;
        curve.supply += tokenAmount;
        curve.reserve = 0;
        RampPool(pool).skim(DEAD);
        emit Migrated(token, pool, platformAmount, tokenAmount);
        platformToken.safeTransfer(pool, platformAmount);
        RampToken(token).mint(pool, tokenAmount);
        RampPool(pool).mint(DEAD);
    }

    /// @notice What `purchase` would give now for `payment`, fee included.
    function quotePurchase(address token, uint256 payment) external view returns (uint256 tokens, uint256 fee) {
        (, fee, tokens) = _quotePurchase(_trading(token), payment);
    }

    /// @notice What `redeem` would give now, after the fee.
    function quoteRedeem(address token, uint256 tokens) external view returns (uint256 payment, uint256 fee) {
        return _quoteRedeem(_trading(token), tokens);
    }

    /// @notice A token's curve. After its migration the reserve is 0: it is in the pool, and no trade changes the supply.
    /// @return supply tokens that exist
    /// @return reserve platform token in the curve
    /// @return isComplete whether the curve trades no more
    /// @return pool where the token trades then; the zero address before `graduate`
    function curveOf(
        address token
    ) external view returns (uint256 supply, uint256 reserve, bool isComplete, address pool) {
        Curve storage curve = _known(token);
        return (curve.supply, curve.reserve, _isComplete(curve), curve.pool);
    }

    /// @notice Changes what the next creations cost.
    function setCreationPrice(uint256 price) external onlyOwner {
        _setCreationPrice(price);
    }

    /// @notice Changes what trades on all curves pay from the next one on.
    function setFeePpm(uint32 feePpm_) external onlyOwner {
        _setFeePpm(feePpm_);
    }

    /// @notice Pays out everything that was collected.
    function withdrawFees(address to) external onlyOwner returns (uint256 amount) {
        amount = collectedFees;
        collectedFees = 0;
        emit FeesWithdrawn(to, amount);
        platformToken.safeTransfer(to, amount);
    }

    function transferOwnership(address newOwner) external onlyOwner {
        _setOwner(newOwner);
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}

    function _setOwner(address newOwner) private {
        if (newOwner == address(0)) revert InvalidOwner();
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }

    function _setCreationPrice(uint256 price) private {
        creationPrice = price;
        emit CreationPriceChanged(price);
    }

    function _setFeePpm(uint32 feePpm_) private {
        if (feePpm_ > MOST_FEE_PPM) revert FeeTooHigh(feePpm_);
        feePpm = feePpm_;
        emit FeeChanged(feePpm_);
    }

    function _quotePurchase(
        Curve storage curve,
        uint256 payment
    ) private view returns (uint256 net, uint256 fee, uint256 tokens) {
        // A pool keeps its reserves in 112 bits.
        if (payment > type(uint112).max - curve.reserve) revert AmountTooLarge();
        (net, fee, tokens) = LinearCurve.purchase(curve.supply, payment, feePpm);
        if (tokens == 0) revert AmountTooSmall();
    }

    function _quoteRedeem(Curve storage curve, uint256 tokens) private view returns (uint256 payment, uint256 fee) {
        if (tokens > curve.supply) revert ExceedsSupply(tokens, curve.supply);
        uint256 net;
        (net, fee) = LinearCurve.redeem(curve.supply, tokens, feePpm);
        if (net <= fee) revert AmountTooSmall();
        payment = net - fee;
    }

    function _isComplete(Curve storage curve) private view returns (bool) {
        return curve.pool != address(0) || curve.reserve >= GRADUATION_RESERVE;
    }

    function _trading(address token) private view returns (Curve storage curve) {
        curve = _known(token);
        if (_isComplete(curve)) revert CurveComplete(token);
    }

    function _known(address token) private view returns (Curve storage curve) {
        curve = _curves[token];
        if (!curve.exists) revert UnknownToken(token);
    }
}
