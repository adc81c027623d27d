import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles } from './support/repository-files.js';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The changelog tells of the past, landed migrations never change; the rest is made by tools, or is this table. */
const LEFT_OUT =
  /(^|\/)(generated|artifacts)\/|^(CHANGELOG\.md|package-lock\.json|test\/words\.spec\.ts)$|^prisma\/migrations/;
/** Decisions tell of the past, in its words. */
const DECISIONS = 'docs/decisions/';
/** Of decisions too. */
const PRONOUNS = 'nobody|somebody|anybody|whoever';

/** Words that were replaced, each with what docs/glossary.md says instead. Lower case stands for any case. */
const REPLACED: Readonly<Record<string, string>> = {
  'FrontDoor|HitPath': 'request listener, response cache',
  'front/': 'server/',
  'Gate|Gatekeeper': 'guard',
  OutsideInterface: 'Internal',
  '\\w+Facts': 'OperationMetadata, ..Row',
  'facts?': 'metadata, rows',
  'learns?|heard|learnNonces': 'remember, announced',
  'AnsweringNode|(Raw|Error|Captured|Provider|Api)Answer': '..Response',
  '(un)?answer(s|ed|ing|able)?': 'response, respond, return; result; oracle price',
  'OrderDesk|WriterTurn': 'maintenance jobs, leader election',
  'IndexOrders(Repository)?|IndexOrderState|NewIndexOrder|OrderWatch|index_orders': 'maintenance jobs',
  'signs? of life|stands by|standing by': 'heartbeat, standby',
  'ComingTransaction|sideBySide|unhurried|computeAhead': 'pipelined transaction, runConcurrently',
  markLeg: 'link a trade to its transfer',
  'distrust|suspect|PATIENCE': 'penalise, shrink, MAX_CONSECUTIVE_FAILURES',
  'patience|fortunes?|universal headers?': 'a limit, a profile, default headers',
  'Playwright|TradingFloor|Fortune|AppStory|openDoors': 'transaction encoder, trade simulator, profile',
  'trickle|trickleSeconds': 'live trading',
  'Callers|CallerWallets|TokenWallets': 'TokenAuthenticator, TokenRateLimitIdentity',
  'findSigned|findVerified': 'verifySignature, verifyNotRevoked',
  'IndexWatch|HeadFeed|HeadSource|LiveQuery': 'IndexHead, PgIndexHead, ListenNotifyQuery',
  '\\w+World': '..Fixture, ..Ports',
  'closeGently|impatient': 'graceful close, timeout',
  AppHistoryController: 'HoldersController, ActivityController',
  'admits?|admitted': 'canActivate',
  'judges?|judged|judge[A-Z]\\w*': 'check..',
  'describe(App|Curve|Quote|Session|Status|Failure)': 'to..',
  'walks?|walked|walking|walkPrices': 'pagination',
  '\\w+(?<![Ii]n)Places?|placeOf': '..Position',
  'past apps?|rankPast\\w*': 'app history',
  'index generations?|generationOf': 'index revision',
  'rests?Until|restMs|REST_MS': 'cool-down',
  'floors|leaders': 'cut-offs, candidates',
  HttpModule: 'ApiPlatformModule',
  'slipway/(values|names|curve|programs|env)|libs/(values|names|curve|programs|env)':
    'domain, name-matching, bonding-curve, reward-programs, settings',
  [PRONOUNS]: 'a subject with a name',
};

/** The feed's ABI, and the contract that has it. */
const FEED_FILES = [
  'libs/chain/src/abi/price-feed.ts',
  'test/support/recount-abi.ts',
  'apps/devnet/contracts/PriceFeed.sol',
  'apps/devnet/contracts/interfaces/IAggregatorV3.sol',
];

/** A random walk, and a walk to school; what landed migrations say. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'apps/devnet/src/scenario/random-prices.ts': ['walk'],
  'apps/devnet/src/scenario/app-catalogue.ts': ['walk'],
  ...Object.fromEntries(FEED_FILES.map((file) => [file, ['answer']])),
  'test/support/find-unfilled.ts': ['index_orders'],
  'test/tables.int-spec.ts': ['index_orders'],
};

describe('words that were replaced', () => {
  const texts = repositoryFiles()
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => [file, `${file}\n${readFileSync(path.join(ROOT, file), 'utf8')}`] as const)
    .filter(([, text]) => !text.includes('\0'));

  it.each([
    'docker-compose.yml',
    '.docker/create-logins.sh',
    'deploy/varnish/slipway.vcl',
    'prisma/schema.prisma',
  ])('are looked for in %s too', (name) => {
    expect(texts.map(([file]) => file)).toContain(name);
  });

  it.each(Object.entries(REPLACED))('%s: say %s', (words) => {
    const search = new RegExp(`\\b(${words})\\b`, words.toLowerCase() === words ? 'gi' : 'g');
    expect(
      texts
        .filter(([file]) => words === PRONOUNS || !file.startsWith(DECISIONS))
        .flatMap(([file, text]) =>
          [...text.matchAll(search)]
            .map(([found]) => found)
            .filter((found) => !(EXCEPTIONS[file] ?? []).includes(found))
            .map((found) => `${file}: ${found}`),
        ),
    ).toEqual([]);
  });
});
