/** Frames are written in pieces of about so many bytes: no more than one of them goes beyond a bound. */
const PIECE_BYTES = 65_536;

const known = new WeakMap<readonly Buffer[], readonly Buffer[]>();

/** Whole frames together, made once for all listeners that the same frames are for. */
export function toPieces(frames: readonly Buffer[]): readonly Buffer[] {
  const found = known.get(frames);
  if (found !== undefined) return found;
  const pieces: Buffer[] = [];
  let piece: Buffer[] = [];
  let bytes = 0;
  for (const frame of frames) {
    if (bytes + frame.length > PIECE_BYTES && piece.length > 0) {
      pieces.push(Buffer.concat(piece));
      [piece, bytes] = [[], 0];
    }
    piece.push(frame);
    bytes += frame.length;
  }
  const [first] = piece;
  if (first !== undefined) pieces.push(piece.length === 1 ? first : Buffer.concat(piece));
  known.set(frames, pieces);
  return pieces;
}
