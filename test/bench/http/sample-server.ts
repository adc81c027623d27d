import 'reflect-metadata';
import { startSampleApi } from '../../support/sample-api.js';

/** Child process: the sample API, whose list is about as large as 50 apps, with its access log on. */
const { port } = await startSampleApi(0, { accessLog: (lines) => process.stderr.write(lines) });
process.stdout.write(`${port}\n`);
