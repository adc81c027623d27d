import { ProgramProcess } from './program-process.js';

/** The indexer as it is run in production. */
export class IndexerProcess extends ProgramProcess {
  static start(environment: Readonly<Record<string, string>>): IndexerProcess {
    return new IndexerProcess('dist/apps/indexer/main.js', environment);
  }
}
