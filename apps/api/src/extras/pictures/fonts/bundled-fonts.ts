import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FontWeight, TextMeasure, TextRun } from '../drawing/fit-text.js';
import { FontFile } from './font-file.js';

/** `npm run build` puts the fonts that `tools/copy-fonts.mjs` names beside this one. */
const findFolder = (): string =>
  path.dirname(createRequire(import.meta.url).resolve('#fonts/Inter_700Bold.ttf'));

/** Of a character that no font has: what most scripts without an alphabet take. */
const UNKNOWN_ADVANCE = 1;

/** Joiners, selectors and tones say how what stands before them looks, and have no place of their own. */
const JOINER = 0x200d;
const isModifier = (codePoint: number): boolean =>
  codePoint === JOINER || codePoint === 0xfe0f || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);

interface NamedFont {
  /** As its file has it: NotoSansArabic_700Bold.ttf is of Noto Sans Arabic. */
  readonly family: string;
  readonly weight: FontWeight;
  readonly font: FontFile;
}

/** The fonts that pictures are drawn with, Inter first: others have what it lacks. They are read when a card is first asked for. */
@Injectable()
export class BundledFonts implements TextMeasure {
  private fonts: readonly NamedFont[] | null = null;

  /** The paths of the fonts, for the painter. */
  listFiles(): string[] {
    const folder = findFolder();
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ttf'))
      .sort()
      .map((name) => path.join(folder, name));
  }

  widthOf(text: string, weight: FontWeight): number {
    let [width, isJoined] = [0, false];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      // A joined sequence is one shape, as wide as its first.
      if (!isModifier(codePoint) && !isJoined) width += this.advanceOf(codePoint, weight);
      isJoined = codePoint === JOINER;
    }
    return width;
  }

  covers(grapheme: string): boolean {
    return codePointsOf(grapheme).every((codePoint) => this.fontOf(codePoint) !== undefined);
  }

  runsOf(text: string): TextRun[] {
    const runs: { text: string; family: string }[] = [];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      const run = runs.at(-1);
      // Marks and spaces stay with the letters before them.
      const isDependent = isModifier(codePoint) || /[\p{M}\s]/u.test(character);
      if (run !== undefined && isDependent && this.has(run.family, codePoint)) run.text += character;
      else {
        const family = this.fontOf(codePoint)?.family ?? run?.family ?? 'Inter';
        if (run?.family === family) run.text += character;
        else runs.push({ text: character, family });
      }
    }
    return runs;
  }

  private has(family: string, codePoint: number): boolean {
    if (isModifier(codePoint)) return true;
    return this.load().some((one) => one.family === family && one.font.advanceOf(codePoint) !== null);
  }

  private advanceOf(codePoint: number, weight: FontWeight): number {
    const found = this.fontOf(codePoint, weight) ?? this.fontOf(codePoint);
    return found?.font.advanceOf(codePoint) ?? UNKNOWN_ADVANCE;
  }

  /** The first font that has a character. */
  private fontOf(codePoint: number, weight?: FontWeight): NamedFont | undefined {
    return this.load().find(
      (one) => (weight === undefined || one.weight === weight) && one.font.advanceOf(codePoint) !== null,
    );
  }

  private load(): readonly NamedFont[] {
    this.fonts ??= this.listFiles().map((file) => {
      const [family = '', style = ''] = path.basename(file, '.ttf').split('_');
      return {
        family: family.replace(/([a-z])([A-Z])/g, '$1 $2'),
        weight: style.startsWith('5') ? 500 : 700,
        font: new FontFile(readFileSync(file)),
      };
    });
    return this.fonts;
  }
}

/** Without joiners and selectors, which no font needs to have. */
function codePointsOf(grapheme: string): number[] {
  return Array.from(grapheme, (character) => character.codePointAt(0) ?? 0).filter((one) => !isModifier(one));
}
