import {
  createClaimPayload,
  formatAmount,
  formatUsd,
  getRewards,
  listRewardPrograms,
  type Program,
  type RewardsSummary,
  withResponse,
} from '@slipway/sdk';
import { createSignal, For, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createOwnRead } from '../market/create-own-read.js';
import { createRead } from '../market/create-read.js';
import { readAtBlock } from '../market/read-at-block.js';
import { Failure } from '../text/failure.jsx';
import { Untrusted } from '../text/untrusted.jsx';
import { createSending } from '../wallet/create-sending.js';
import { SendingStatus } from '../wallet/sending-status.jsx';
import { WhenSignedIn } from '../wallet/when-signed-in.jsx';

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
        <WhenSignedIn what="what you may claim">
          {(address) => <OwnRewards address={address} programs={active()} />}
        </WhenSignedIn>
        <Show when={programs.error()}>
          <Failure error={programs.error()} retry={programs.again} />
        </Show>
        <ProgramList programs={active()} isRead={programs.data() !== null} />
      </div>
    </>
  );
}

function OwnRewards(props: { readonly address: string; readonly programs: readonly Program[] }): JSX.Element {
  /** The block of the last claim: data shown afterwards is of it or later. */
  const [claimedAt, setClaimedAt] = createSignal(0);
  const rewards = createOwnRead(
    () => ({ address: props.address, block: claimedAt() }),
    ({ address, block }, signal) =>
      readAtBlock(block, () => withResponse(getRewards, client, { address }, { signal }), signal),
  );
  const sending = createSending();
  const claim = async (): Promise<void> => {
    const sent = await sending.run(
      (address) => createClaimPayload(client, { address }),
      'Claimed. The tokens are in your wallet.',
    );
    if (sent !== null) setClaimedAt(Number(sent.receipt.blockNumber));
  };
  const claimable = (found: RewardsSummary): boolean => found.items.some((item) => item.claimable !== '0');
  const nameOf = (id: string): string => props.programs.find((program) => program.id === id)?.name ?? id;
  return (
    <section class="panel" aria-labelledby="claim-title">
      <h2 id="claim-title">Yours to claim</h2>
      <Show when={rewards.error()}>
        <Failure error={rewards.error()} retry={rewards.again} />
      </Show>
      <Show when={rewards.data()}>
        {(found) => (
          <Show when={claimable(found())} fallback={<p class="quiet">Nothing to claim now.</p>}>
            <ul class="claims">
              <For each={found().items.filter((item) => item.claimable !== '0')}>
                {(item) => (
                  <li>
                    <span>
                      <Untrusted text={nameOf(item.programId)} most={60} />
                    </span>
                    <strong>
                      {formatAmount(item.claimable)} <Untrusted text={item.symbol} most={12} />
                    </strong>
                    <small>{formatUsd(item.claimableUsd)}</small>
                  </li>
                )}
              </For>
            </ul>
            <button type="button" class="primary" disabled={sending.isBusy()} onClick={() => void claim()}>
              Claim {formatUsd(found().totalClaimableUsd)}
            </button>
          </Show>
        )}
      </Show>
      <SendingStatus sending={sending} />
    </section>
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
