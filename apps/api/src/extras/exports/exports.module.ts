import { Module } from '@nestjs/common';
import type { HttpAdapter } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { Extra } from '../../platform/extra.js';
import { serveExports } from './serve-exports.js';

/** Files of final blocks, for those who want all of them. */
@Extra({
  serve: (app) => {
    const { exportsDir } = app.get(Settings);
    if (exportsDir !== null) serveExports(app.getHttpAdapter() as HttpAdapter, exportsDir);
    return () => undefined;
  },
})
@Module({})
export class ExportsModule {}
