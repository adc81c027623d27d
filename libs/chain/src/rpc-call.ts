/** One JSON-RPC call. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}
