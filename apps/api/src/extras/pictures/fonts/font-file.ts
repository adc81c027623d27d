/** Reads of a TrueType font which characters it has, and how wide they are. The fonts are ours: they are trusted. */
export class FontFile {
  private readonly tables = new Map<string, number>();
  private readonly unitsPerEm: number;
  private readonly metrics: number;
  private readonly map: number;

  constructor(private readonly bytes: Buffer) {
    const tables = bytes.readUInt16BE(4);
    for (let i = 0; i < tables; i += 1) {
      const at = 12 + i * 16;
      this.tables.set(bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8));
    }
    this.unitsPerEm = bytes.readUInt16BE(this.table('head') + 18);
    this.metrics = bytes.readUInt16BE(this.table('hhea') + 34);
    this.map = this.findMap();
  }

  /** Width of a character in ems; null when the font does not have it. */
  advanceOf(codePoint: number): number | null {
    const glyph = this.glyphOf(codePoint);
    if (glyph === 0) return null;
    // Glyphs after the last metric are as wide as that.
    const metric = Math.min(glyph, this.metrics - 1);
    return this.bytes.readUInt16BE(this.table('hmtx') + metric * 4) / this.unitsPerEm;
  }

  /** Number of a character's glyph; 0 is none. */
  private glyphOf(codePoint: number): number {
    return this.bytes.readUInt16BE(this.map) === 12 ? this.inGroups(codePoint) : this.inSegments(codePoint);
  }

  /** Format 12: groups of 32-bit characters whose glyphs follow each other. */
  private inGroups(codePoint: number): number {
    let [low, high] = [0, this.bytes.readUInt32BE(this.map + 12) - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.map + 16 + middle * 12;
      const start = this.bytes.readUInt32BE(at);
      if (codePoint < start) high = middle - 1;
      else if (codePoint > this.bytes.readUInt32BE(at + 4)) low = middle + 1;
      else return this.bytes.readUInt32BE(at + 8) + codePoint - start;
    }
    return 0;
  }

  /** Format 4: segments of 16-bit characters, in four arrays one after another. */
  private inSegments(codePoint: number): number {
    const bytes = this.bytes;
    const size = bytes.readUInt16BE(this.map + 6);
    const ends = this.map + 14;
    for (let i = 0; i < size; i += 2) {
      if (codePoint > bytes.readUInt16BE(ends + i)) continue;
      const start = bytes.readUInt16BE(ends + 2 + size + i);
      if (codePoint < start) return 0;
      const delta = bytes.readUInt16BE(ends + 2 + size * 2 + i);
      const at = ends + 2 + size * 3 + i;
      const range = bytes.readUInt16BE(at);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = bytes.readUInt16BE(at + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  }

  /** Where the map of all of Unicode begins, or that of its first 65,536 characters. */
  private findMap(): number {
    const cmap = this.table('cmap');
    const maps = Array.from({ length: this.bytes.readUInt16BE(cmap + 2) }, (_, i) => {
      return cmap + this.bytes.readUInt32BE(cmap + 8 + i * 8);
    });
    for (const format of [12, 4]) {
      const found = maps.find((at) => this.bytes.readUInt16BE(at) === format);
      if (found !== undefined) return found;
    }
    throw new TypeError('the font has no map of characters that is read here');
  }

  private table(tag: string): number {
    const at = this.tables.get(tag);
    if (at === undefined) throw new TypeError(`the font has no table ${tag}`);
    return at;
  }
}
