import type { Server } from 'node:http';

const LOOK_AGAIN_MS = 50;

/**
 * Stops listening, lets requests in flight finish, and closes each connection when nothing is asked on it.
 *
 * @param timeoutMs after this connections are cut, whatever they are doing
 * @returns once no connection is left
 */
export async function closeGracefully(server: Server, timeoutMs: number): Promise<void> {
  // server.close() looks for idle connections once; those that are busy now would be kept for another request.
  const closeIdle = setInterval(() => {
    server.closeIdleConnections();
  }, LOOK_AGAIN_MS);
  const timeout = setTimeout(() => {
    server.closeAllConnections();
  }, timeoutMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closeIdle);
  clearTimeout(timeout);
}
