import type { Server } from 'node:http';

const LOOK_AGAIN_MS = 50;

/**
 * Stops listening, lets requests in flight finish, and closes each connection when nothing is asked on it.
 *
 * @param patienceMs after this connections are cut, whatever they are doing
 * @returns once no connection is left
 */
export async function closeGently(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  // server.close() looks for idle connections once; those that are busy now would be kept for another request.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, LOOK_AGAIN_MS);
  const impatient = setTimeout(() => {
    server.closeAllConnections();
  }, patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(impatient);
}
