import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Puts the fonts that cards are drawn with, and their licences (SIL Open Font License 1.1), into dist/. Production has them
 * there: their packages carry every weight, 12 times as much. Runs in `npm run build`.
 */
const FONTS = {
  inter: ['500Medium/Inter_500Medium', '700Bold/Inter_700Bold'],
  'noto-emoji': ['700Bold/NotoEmoji_700Bold'],
  'noto-sans-arabic': ['700Bold/NotoSansArabic_700Bold'],
  'noto-sans-devanagari': ['700Bold/NotoSansDevanagari_700Bold'],
  'noto-sans-hebrew': ['700Bold/NotoSansHebrew_700Bold'],
  'noto-sans-thai': ['700Bold/NotoSansThai_700Bold'],
};
const TARGET = 'dist/apps/api/fonts';

mkdirSync(TARGET, { recursive: true });
for (const [family, fonts] of Object.entries(FONTS)) {
  const source = path.join('node_modules/@expo-google-fonts', family);
  if (!existsSync(source)) {
    // All but the cards works without: a build for other parts goes on.
    console.warn(`@expo-google-fonts/${family} is not installed (npm ci): cards cannot be drawn`);
    continue;
  }
  for (const font of fonts)
    copyFileSync(path.join(source, `${font}.ttf`), path.join(TARGET, `${path.basename(font)}.ttf`));
  copyFileSync(path.join(source, 'LICENSE_FONT'), path.join(TARGET, `OFL-${family}.txt`));
}
