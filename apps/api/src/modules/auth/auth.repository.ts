import { Injectable } from '@nestjs/common';
import { Pool } from '#database';

const FIND_ORIGINS = { name: 'find-origins', text: 'SELECT origin FROM origins WHERE origin = ANY($1)' };

const ADD_NONCE = {
  name: 'add-nonce',
  text: `INSERT INTO sign_in_nonces (nonce, expires_at) VALUES ($1, now() + $2 * interval '1 second')
    RETURNING expires_at`,
};

const FIND_NONCE = {
  name: 'find-nonce',
  text: 'SELECT 1 FROM sign_in_nonces WHERE nonce = $1 AND expires_at > now()',
};

/** One statement: of any number of simultaneous sign-ins with a nonce, one finds the row. */
const CONSUME_NONCE = {
  name: 'consume-nonce',
  text: 'DELETE FROM sign_in_nonces WHERE nonce = $1 AND expires_at > now() RETURNING 1',
};

/** A contract's word costs our node 5,000,000 gas. One statement: instances that ask at once count one after the other. */
const MAX_CONTRACT_CHECKS = 3;

const SPEND_CONTRACT_CHECK = {
  name: 'spend-contract-check',
  text: `UPDATE sign_in_nonces SET contract_checks = contract_checks + 1
    WHERE nonce = $1 AND expires_at > now() AND contract_checks < ${MAX_CONTRACT_CHECKS} RETURNING 1`,
};

const FORGET_NONCES = 'DELETE FROM sign_in_nonces WHERE expires_at <= now()';

const FORGET_INTERVAL_MS = 60_000;

/** Nonces, and the sites that operators registered. Both are read anew each time: a change holds at once everywhere. */
@Injectable()
export class AuthRepository {
  private forgotAt = 0;

  constructor(private readonly pool: Pool) {}

  async findOrigins(origins: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ origin: string }>({ ...FIND_ORIGINS, values: [origins] });
    return rows.map(({ origin }) => origin);
  }

  /** @returns when it expires, by the database's clock, which also judges that */
  async addNonce(nonce: string, lifetimeSeconds: number): Promise<Date> {
    await this.forgetNonces();
    const { rows } = await this.pool.query<{ expires_at: Date }>({
      ...ADD_NONCE,
      values: [nonce, lifetimeSeconds],
    });
    const added = rows[0];
    if (added === undefined) throw new Error('the nonce was not added');
    return added.expires_at;
  }

  async isNonceOpen(nonce: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({ ...FIND_NONCE, values: [nonce] });
    return rowCount === 1;
  }

  /** @returns false when the nonce is not open, or a contract was asked about it three times */
  async spendContractCheck(nonce: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({ ...SPEND_CONTRACT_CHECK, values: [nonce] });
    return rowCount === 1;
  }

  async consumeNonce(nonce: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({ ...CONSUME_NONCE, values: [nonce] });
    return rowCount === 1;
  }

  private async forgetNonces(): Promise<void> {
    const now = Date.now();
    if (now - this.forgotAt < FORGET_INTERVAL_MS) return;
    this.forgotAt = now;
    await this.pool.query(FORGET_NONCES);
  }
}
