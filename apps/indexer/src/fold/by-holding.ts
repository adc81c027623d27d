import type { Address } from '@slipway/domain';

/** A wallet, and an app token that it holds or held. */
export interface HoldingKey {
  readonly wallet: Address;
  readonly token: Address;
}

/** Values by wallet and token. As one key, both would be a text of 85 characters, made and hashed anew for each look-up. */
export class ByHolding<Value> {
  private readonly byToken = new Map<Address, Map<Address, Value>>();

  get({ wallet, token }: HoldingKey): Value | undefined {
    return this.byToken.get(token)?.get(wallet);
  }

  set({ wallet, token }: HoldingKey, value: Value): this {
    const ofToken = this.byToken.get(token);
    if (ofToken === undefined) this.byToken.set(token, new Map([[wallet, value]]));
    else ofToken.set(wallet, value);
    return this;
  }

  values(): Value[] {
    return [...this.byToken.values()].flatMap((ofToken) => [...ofToken.values()]);
  }
}
