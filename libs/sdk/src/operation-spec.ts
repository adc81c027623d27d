/** How an operation is called. */
export interface OperationSpec {
  readonly path: string;
  /** GET when it is not said. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Whether it may be sent twice; a GET may. */
  readonly isRepeatable?: boolean;
  /** The type that is asked for instead of JSON: the response is returned as it is. */
  readonly accept?: string;
}
