import { deploy } from './deploy.js';
export async function buildChain(rpcUrl: string): Promise<void> {
  await deploy(rpcUrl);
}
