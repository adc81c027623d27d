/** What keeps a deployment from going on, in a line. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
}
