import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into a process that is measured: SIGWINCH has it collect its garbage, so that what is left is held. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGWINCH', () => {
  collect();
  collect();
});
