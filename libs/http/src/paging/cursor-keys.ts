/** Where the keys come from that authenticate cursors. The app binds it to what holds the deployment's secrets. */
export abstract class CursorKeys {
  /** The key that every instance signs with now. */
  abstract signer(): Uint8Array;

  /** Every key whose cursors are still read, the signer's among them. */
  abstract accepted(): readonly Uint8Array[];
}
