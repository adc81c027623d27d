import { writeFileSync } from 'node:fs';
import { renderEnvExample } from './render-env-example.js';

/** `npm run env:write`, from the project's folder. */
writeFileSync('.env.example', renderEnvExample());
