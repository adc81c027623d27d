import { defaultClientConditions, defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

/** The market page: hashed files in `assets/`, which the API serves (`apps/api/src/extras/web/serve-web.ts`). */
export default defineConfig({
  root: import.meta.dirname,
  // The API says where the page is; files name each other relative to themselves.
  base: './',
  publicDir: false,
  plugins: [solid()],
  resolve: { conditions: ['slipway-source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist/apps/web',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is put into the page itself: its policy forbids scripts and styles there.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
