import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['apps', 'libs', 'test', 'tools', 'docs'];

/** Decisions tell what was; the rest is made by tools, or is this table. */
const LEFT_OUT = /(^|\/)(node_modules|dist|generated|artifacts)\/|^docs\/decisions\/|^test\/words\.spec\.ts$/;

/** Words that were replaced, each with what docs/glossary.md says instead. Lower case stands for any case. */
const REPLACED: Readonly<Record<string, string>> = {
  'FrontDoor|HitPath': 'request listener, response cache',
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
  '(Activity|Holder)Place': '..Position',
  'nobody|somebody|anybody|whoever': 'a subject with a name',
};

/** The feed's ABI. */
const FEED_FILES = ['libs/chain/src/abi/price-feed.ts', 'test/support/recount-abi.ts'];

/** A random walk, and a walk to school; what landed migrations say. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'apps/devnet/src/scenario/random-prices.ts': ['walk'],
  'apps/devnet/src/scenario/app-catalogue.ts': ['walk'],
  ...Object.fromEntries(FEED_FILES.map((file) => [file, ['answer']])),
  'test/support/find-unfilled.ts': ['index_orders'],
  'test/tables.int-spec.ts': ['index_orders'],
};

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name}`,
  ),
).filter((name) => /\.(ts|mjs|json|md|css|html|template)$/.test(name) && !LEFT_OUT.test(name));

describe('words that were replaced', () => {
  const texts = files.map(
    (file) => [file, `${file}\n${readFileSync(path.join(ROOT, file), 'utf8')}`] as const,
  );

  it.each(Object.entries(REPLACED))('%s: say %s', (words) => {
    const search = new RegExp(`\\b(${words})\\b`, words.toLowerCase() === words ? 'gi' : 'g');
    expect(
      texts.flatMap(([file, text]) =>
        [...text.matchAll(search)]
          .map(([found]) => found)
          .filter((found) => !(EXCEPTIONS[file] ?? []).includes(found))
          .map((found) => `${file}: ${found}`),
      ),
    ).toEqual([]);
  });
});
