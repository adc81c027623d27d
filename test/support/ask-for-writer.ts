import { openWriter, type WriterTerm } from '../../apps/indexer/src/leadership/writer-connection.js';

/**
 * The right to write an index, asked for again where the server took longer to connect than a connection of the indexer waits: the
 * program asks again too. Null when another has it.
 */
export async function askForWriter(
  databaseUrl: string,
  onError: (error: Error) => void = () => undefined,
): Promise<WriterTerm | null> {
  for (;;) {
    try {
      return await openWriter(databaseUrl, onError);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'timeout expired') throw error;
    }
  }
}
