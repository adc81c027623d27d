import pg from 'pg';
import { connectionSettings, type PoolSettings } from '@slipway/database';
import { throwIt } from '../support/throw-it.js';

/** The pool of a rival: pg itself, whose statements have one plan for all callers, as the API's have. */
export function openBarePool(settings: PoolSettings): pg.Pool {
  const connection = connectionSettings(settings);
  const options = `${connection.options ?? ''} -c plan_cache_mode=force_generic_plan`;
  const pool = new pg.Pool({ ...connection, options, max: settings.size, min: settings.size });
  pool.on('error', throwIt);
  return pool;
}
