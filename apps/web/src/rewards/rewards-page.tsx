import {
  createClaimPayload,
  explainPayload,
  formatAmount,
  formatUsd,
  getRewards,
  listRewardPrograms,
  type Program,
  type RewardItem,
  type RewardsSummary,
  type SlipwayResponse,
  withResponse,
} from '@slipway/sdk';
import { createMemo, createSignal, For, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createOwnRead } from '../market/create-own-read.js';
import { createRead } from '../client/create-read.js';
import { readAtBlock } from '../market/read-at-block.js';
import { Failure } from '../text/failure.jsx';
import { plainText } from '../text/plain-text.js';
import { Untrusted } from '../text/untrusted.jsx';
import { Warnings } from '../text/warnings.jsx';
import { createSending, NotAsShown } from '../wallet/create-sending.js';
import { createWarnings } from '../wallet/create-warnings.js';
import { SendingStatus } from '../wallet/sending-status.jsx';
import { WhenSignedIn } from '../wallet/when-signed-in.jsx';

/** Programs whose names one request has. */
const MOST_NAMED = 100;

/** What reward programs pay, and what of it is the wallet's to claim. */
export default function RewardsPage(): JSX.Element {
  document.title = 'Rewards · Slipway';
  const programs = createRead(
    () => true,
    (_asked, signal) => listRewardPrograms(client, {}, { signal }),
  );
  const active = (): readonly Program[] => programs.data()?.programs ?? [];
  return (
    <>
      <h1>Rewards</h1>
      <div class="stack">
        <WhenSignedIn what="what you may claim">{(address) => <OwnRewards address={address} />}</WhenSignedIn>
        <Show when={programs.error()}>
          <Failure error={programs.error()} retry={programs.again} />
        </Show>
        <ProgramList programs={active()} isRead={programs.data() !== null} />
      </div>
    </>
  );
}

function OwnRewards(props: { readonly address: string }): JSX.Element {
  /** The block of the last claim: data shown afterwards is of it or later. */
  const [claimedAt, setClaimedAt] = createSignal(0);
  const rewards = createOwnRead(
    () => props.address,
    (address, signal) => {
      const read = (): Promise<SlipwayResponse<RewardsSummary>> =>
        withResponse(getRewards, client, { address }, { signal });
      // However late the index is: until it has the claim, what was claimed is listed still, and cannot be claimed.
      return readAtBlock(claimedAt(), read, signal, Infinity);
    },
    claimedAt,
  );
  const sending = createSending();
  const warnings = createWarnings();
  /** Programs of the last payload; null before the first, when all are claimed. */
  const [chosen, setChosen] = createSignal<readonly string[] | null>(null);
  /** What is on the screen, and what the wallet signs. */
  const shown = createMemo(() => {
    const items = rewards.data()?.items.filter(({ claimable }) => claimable !== '0') ?? [];
    const ids = chosen() ?? items.map(({ programId }) => programId);
    const claimed = items.filter(({ programId }) => ids.includes(programId));
    return { claimed, left: items.filter(({ programId }) => !ids.includes(programId)) };
  });
  const claim = async (): Promise<void> => {
    const { claimed } = shown();
    const sent = await sending.run(
      async (address) => {
        const payload = await createClaimPayload(client, { address });
        const ids = payload.merkleProofs.map(({ programId }) => programId);
        const now = await getRewards(client, { address });
        const due = now.items.filter(({ programId }) => ids.includes(programId));
        if (amountsOf(due) !== amountsOf(claimed)) {
          rewards.set(now);
          setChosen(ids);
          throw new NotAsShown('This claim pays what is listed now. Look at it, then press again.');
        }
        const { to, data, value } = payload;
        warnings.show((await explainPayload(client, { to, data, value, from: address })).warnings);
        return payload;
      },
      () =>
        `Claimed ${claimed.map(({ claimable, symbol }) => `${formatAmount(claimable)} ${plainText(symbol, 12)}`).join(', ')}.`,
    );
    if (sent === null) return;
    setChosen(null);
    setClaimedAt(Number(sent.receipt.blockNumber));
  };
  const isCurrent = (): boolean => !rewards.isReading() && rewards.error() === null;
  const claimable = (found: RewardsSummary): boolean => found.items.some((item) => item.claimable !== '0');
  /** Ended ones too: they pay on. */
  const programs = createRead(
    () => {
      const ids = rewards.data()?.items.map(({ programId }) => programId) ?? [];
      return ids.length === 0 ? null : ids.slice(0, MOST_NAMED);
    },
    (ids, signal) => listRewardPrograms(client, { ids }, { signal }),
  );
  const nameOf = (id: string): string =>
    programs.data()?.programs.find((program) => program.id === id)?.name ?? id;
  return (
    <section class="panel" aria-labelledby="claim-title">
      <h2 id="claim-title">Yours to claim</h2>
      <Show when={rewards.error()}>
        <Failure error={rewards.error()} retry={rewards.again} />
      </Show>
      <Show when={rewards.data()}>
        {(found) => (
          <Show when={claimable(found())} fallback={<p class="quiet">Nothing to claim now.</p>}>
            <ClaimList items={shown().claimed} nameOf={nameOf} />
            <Warnings warnings={warnings.shown()} />
            <button
              type="button"
              class="primary"
              disabled={sending.isBusy() || !isCurrent() || shown().claimed.length === 0}
              onClick={() => {
                claim().catch(reportError);
              }}
            >
              Claim {formatUsd(usdOf(shown().claimed))}
            </button>
            <Show when={shown().left.length > 0}>
              <h3>Not in this claim</h3>
              <ClaimList items={shown().left} nameOf={nameOf} />
            </Show>
          </Show>
        )}
      </Show>
      <SendingStatus sending={sending} />
    </section>
  );
}

/** Programs with what each pays, for comparison. */
function amountsOf(items: readonly RewardItem[]): string {
  return items
    .map(({ programId, claimable }) => `${programId} ${claimable}`)
    .sort()
    .join();
}

/** Null where no item has a price. */
function usdOf(items: readonly RewardItem[]): number | null {
  const known = items.flatMap(({ claimableUsd }) => claimableUsd ?? []);
  return known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0);
}

function ClaimList(props: {
  readonly items: readonly RewardItem[];
  readonly nameOf: (programId: string) => string;
}): JSX.Element {
  return (
    <ul class="claims">
      <For each={props.items}>
        {(item) => (
          <li>
            <span>
              <Untrusted text={props.nameOf(item.programId)} most={60} />
            </span>
            <strong>
              {formatAmount(item.claimable)} <Untrusted text={item.symbol} most={12} />
            </strong>
            <small>{formatUsd(item.claimableUsd)}</small>
          </li>
        )}
      </For>
    </ul>
  );
}

function ProgramList(props: {
  readonly programs: readonly Program[];
  readonly isRead: boolean;
}): JSX.Element {
  return (
    <section aria-labelledby="programs-title">
      <h2 id="programs-title">Programs</h2>
      <ul class="programs">
        <For
          each={props.programs}
          fallback={<li class="quiet">{props.isRead ? 'No program runs now.' : 'Reading the programs'}</li>}
        >
          {(program) => (
            <li class="panel">
              <h3>
                <Untrusted text={program.name} most={80} />
              </h3>
              <p>
                <Untrusted text={program.eligibility} most={400} />
              </p>
              <small>
                {formatAmount(program.emissionsPerDay, { fractionDigits: 0 })} tokens a day, until{' '}
                {program.endsAt.slice(0, 10)}
              </small>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
