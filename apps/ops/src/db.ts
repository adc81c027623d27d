import { terminal } from './command-line/output.js';
import { runDbProgram } from './db-program.js';

process.exitCode = await runDbProgram(process.argv.slice(2), terminal);
