import { Module } from '@nestjs/common';
import type { HttpAdapter } from '@slipway/http';
import { Settings } from '@slipway/settings';
import { Extra } from '../../platform/extra.js';
import { serveWeb } from './serve-web.js';

/** The market page. */
@Extra({
  serve: (app) => {
    const settings = app.get(Settings);
    if (isOn(settings)) serveWeb(app.getHttpAdapter() as HttpAdapter, settings);
    return () => undefined;
  },
})
@Module({})
export class WebModule {}

function isOn({ webPage, nodeEnv }: Settings): boolean {
  return webPage === 'auto' ? nodeEnv !== 'production' : webPage === 'on';
}
