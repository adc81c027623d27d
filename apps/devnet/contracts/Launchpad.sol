// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {AppToken} from "./AppToken.sol";
import {CurveMath} from "./CurveMath.sol";
import {GraduationPool} from "./GraduationPool.sol";
import {ILaunchpad} from "./interfaces/ILaunchpad.sol";
import {IUniswapV2Factory} from "./interfaces/IUniswapV2Factory.sol";
import {IUniswapV2Pair} from "./interfaces/IUniswapV2Pair.sol";

/// @title Launches app tokens on a bonding curve, and graduates each into a Uniswap V2 pair.
/// @notice All amounts are in wei (10^-18 of a whole token). A curve is a constant product over virtual reserves; the
///         same constants hold for every app, for ever. Fees are paid in platform token: on what goes in for a buy, on
///         what comes out for a sale. A buy takes no more than the curve still needs to graduate, and only that much of
///         the buyer's platform token.
contract Launchpad is ILaunchpad, Ownable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice Whole supply of each app token.
    uint256 public constant TOTAL_SUPPLY = 1_000_000_000e18;
    /// @notice Virtual reserves of every curve at its launch: the first price is their quotient.
    /// @dev Together with the threshold (twice the first) they are chosen so that what is left at graduation, 250
    ///      million tokens and the threshold, has exactly the curve's last price: nine times the first.
    uint256 public constant INITIAL_VIRTUAL_PLATFORM = 30_000e18;
    uint256 public constant INITIAL_VIRTUAL_TOKEN = 1_125_000_000e18;
    /// @notice Platform token in a curve at which the app graduates.
    uint256 public constant GRADUATION_THRESHOLD = 60_000e18;
    /// @notice Trading fee in basis points: 1 %.
    uint256 public constant FEE_BPS = 100;

    IERC20 public immutable platformToken;
    IUniswapV2Factory public immutable factory;
    /// @notice The code that all app tokens share.
    address public immutable appTokenImplementation;

    /// @notice What a launch costs now, in platform token.
    uint256 public launchCost;
    /// @notice Launch costs and trading fees that the owner has not withdrawn.
    uint256 public collectedFees;

    struct Curve {
        uint256 virtualPlatform;
        uint256 virtualToken;
        uint256 realPlatform;
        uint256 realToken;
        bool graduated;
        address pair;
    }

    mapping(address token => Curve) private _curves;

    constructor(IERC20 platformToken_, IUniswapV2Factory factory_, uint256 launchCost_) Ownable(msg.sender) {
        platformToken = platformToken_;
        factory = factory_;
        launchCost = launchCost_;
        appTokenImplementation = address(new AppToken());
    }

    /// @notice Launches an app, for exactly `launchCost()` of the caller's platform token, by allowance.
    /// @dev The texts are stored and announced as they are. Clients must treat them as hostile.
    /// @return token the new app token, whole supply on its curve
    function launch(
        string calldata name,
        string calldata symbol,
        string calldata description,
        string calldata imageUrl,
        string calldata website
    ) external nonReentrant returns (address token) {
        uint256 cost = launchCost;
        platformToken.safeTransferFrom(msg.sender, address(this), cost);
        collectedFees += cost;
        token = Clones.clone(appTokenImplementation);
        AppToken(token).initialize(name, symbol, TOTAL_SUPPLY);
        _curves[token] = Curve(INITIAL_VIRTUAL_PLATFORM, INITIAL_VIRTUAL_TOKEN, 0, TOTAL_SUPPLY, false, address(0));
        emit Launched(token, msg.sender, name, symbol, description, imageUrl, website, cost);
    }

    /// @notice Buys app token with up to `platformIn` of platform token, by allowance.
    /// @dev `Bought.platformAmount` is what was taken: less than `platformIn` only when the threshold capped the buy.
    /// @param minOut the least app token to accept
    /// @return tokenOut app token sent to the caller, equal to `quoteBuy` in the same state
    function buy(address token, uint256 platformIn, uint256 minOut) external nonReentrant returns (uint256 tokenOut) {
        Curve storage app = _trading(token);
        uint256 paid;
        uint256 fee;
        (paid, fee, tokenOut) = _quoteBuy(app, platformIn);
        if (tokenOut < minOut) revert SlippageExceeded(tokenOut, minOut);
        app.virtualPlatform += paid - fee;
        app.realPlatform += paid - fee;
        app.virtualToken -= tokenOut;
        app.realToken -= tokenOut;
        collectedFees += fee;
        platformToken.safeTransferFrom(msg.sender, address(this), paid);
        IERC20(token).safeTransfer(msg.sender, tokenOut);
        emit Bought(token, msg.sender, paid, fee, tokenOut, app.virtualPlatform, app.virtualToken);
        if (app.realPlatform >= GRADUATION_THRESHOLD) _graduate(token, app);
    }

    /// @notice Sells `tokenIn` of app token, by allowance.
    /// @param minOut the least platform token to accept, after the fee
    /// @return platformOut platform token sent to the caller, equal to `quoteSell` in the same state
    function sell(address token, uint256 tokenIn, uint256 minOut) external nonReentrant returns (uint256 platformOut) {
        Curve storage app = _trading(token);
        uint256 fee;
        (platformOut, fee) = _quoteSell(app, tokenIn);
        if (platformOut < minOut) revert SlippageExceeded(platformOut, minOut);
        uint256 gross = platformOut + fee;
        app.virtualPlatform -= gross;
        app.realPlatform -= gross;
        app.virtualToken += tokenIn;
        app.realToken += tokenIn;
        collectedFees += fee;
        IERC20(token).safeTransferFrom(msg.sender, address(this), tokenIn);
        platformToken.safeTransfer(msg.sender, platformOut);
        emit Sold(token, msg.sender, gross, fee, tokenIn, app.virtualPlatform, app.virtualToken);
    }

    /// @notice What `buy` would give now for up to `platformIn`, fee included.
    /// @return tokenOut app token that the buyer would receive
    /// @return fee platform token that the launchpad would keep of what it takes
    function quoteBuy(address token, uint256 platformIn) external view returns (uint256 tokenOut, uint256 fee) {
        (, fee, tokenOut) = _quoteBuy(_trading(token), platformIn);
    }

    /// @notice What `sell` would give now.
    /// @return platformOut platform token that the seller would receive, after the fee
    /// @return fee platform token that the launchpad would keep
    function quoteSell(address token, uint256 tokenIn) external view returns (uint256 platformOut, uint256 fee) {
        return _quoteSell(_trading(token), tokenIn);
    }

    /// @notice An app's curve. After graduation the virtual reserves stay as the last trade left them, and the real
    ///         ones are 0: they are in the pair.
    function curve(
        address token
    )
        external
        view
        returns (
            uint256 virtualPlatform,
            uint256 virtualToken,
            uint256 realPlatform,
            uint256 realToken,
            uint256 graduationThreshold,
            bool graduated,
            address pair
        )
    {
        Curve storage app = _known(token);
        return (
            app.virtualPlatform,
            app.virtualToken,
            app.realPlatform,
            app.realToken,
            GRADUATION_THRESHOLD,
            app.graduated,
            app.pair
        );
    }

    /// @notice Changes what the next launches cost.
    function setLaunchCost(uint256 cost) external onlyOwner {
        launchCost = cost;
        emit LaunchCostChanged(cost);
    }

    /// @notice Pays out everything that was collected.
    function withdrawFees(address to) external onlyOwner returns (uint256 amount) {
        amount = collectedFees;
        collectedFees = 0;
        platformToken.safeTransfer(to, amount);
        emit FeesWithdrawn(to, amount);
    }

    function _graduate(address token, Curve storage app) private {
        GraduationPool.Deposit memory deposit =
            GraduationPool.Deposit(platformToken, IERC20(token), app.realPlatform, app.realToken);
        app.graduated = true;
        app.realPlatform = 0;
        app.realToken = 0;
        (IUniswapV2Pair pair, GraduationPool.Deposit memory added, GraduationPool.Deposit memory left) =
            GraduationPool.seed(factory, deposit);
        app.pair = address(pair);
        collectedFees += left.platformAmount;
        if (left.tokenAmount > 0) IERC20(token).safeTransfer(GraduationPool.DEAD, left.tokenAmount);
        emit Graduated(token, address(pair), added.platformAmount, added.tokenAmount);
    }

    function _quoteBuy(
        Curve storage app,
        uint256 platformIn
    ) private view returns (uint256 paid, uint256 fee, uint256 tokenOut) {
        uint256 remaining = GRADUATION_THRESHOLD - app.realPlatform;
        (paid, fee, tokenOut) = CurveMath.buy(app.virtualPlatform, app.virtualToken, remaining, platformIn, FEE_BPS);
        if (tokenOut == 0) revert AmountTooSmall();
    }

    function _quoteSell(Curve storage app, uint256 tokenIn) private view returns (uint256 platformOut, uint256 fee) {
        uint256 gross;
        (gross, fee) = CurveMath.sell(app.virtualPlatform, app.virtualToken, tokenIn, FEE_BPS);
        if (gross <= fee) revert AmountTooSmall();
        if (gross > app.realPlatform) revert ExceedsReserve(gross, app.realPlatform);
        platformOut = gross - fee;
    }

    function _trading(address token) private view returns (Curve storage app) {
        app = _known(token);
        if (app.graduated) revert AlreadyGraduated(token);
    }

    function _known(address token) private view returns (Curve storage app) {
        app = _curves[token];
        if (app.virtualPlatform == 0) revert UnknownToken(token);
    }
}
