import { terminal } from './command-line/output.js';
import { runProgram } from './program.js';

process.exitCode = await runProgram(process.argv.slice(2), terminal);
