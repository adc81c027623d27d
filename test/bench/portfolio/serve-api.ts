import { startApi } from '../../support/running-api.js';

/** Serves a database on a free port, which it prints. */
const api = await startApi(process.argv[2] ?? '');
process.stdout.write(`${new URL(api.origin).port}\n`);
