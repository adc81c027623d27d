import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { loadSettings } from '@slipway/settings';
import { AppModule } from '../../apps/api/src/app.module.js';
import { describeApi } from '../../apps/api/src/create-api.js';
import { mistakesOfFrames, readAsyncApi } from '../support/check-frames.js';

const EVENTS = [
  ...['snapshot', 'head', 'launch', 'trade', 'graduation', 'candle', 'price', 'retract'],
  ...['finalized', 'reset', 'shutdown'],
];

describe('the description of the stream', () => {
  it('is what the code says', async () => {
    const described = await describeApi(AppModule, loadSettings({}).publicBaseUrl);
    const built = described.get('asyncapi.json')?.();
    expect(readAsyncApi()).toEqual(JSON.parse(JSON.stringify(built)));
  });

  it('is AsyncAPI 3', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    (formats as unknown as (ajv: Ajv) => void)(ajv);
    const validate = ajv.compile(specs.schemasWithoutId['3.0.0'] as object);
    expect(validate(readAsyncApi()) ? [] : validate.errors).toEqual([]);
  });

  it('has a message of each event, with a schema that it has', () => {
    const { messages, schemas } = readAsyncApi().components;
    expect(Object.keys(messages)).toEqual(EVENTS);
    for (const { payload } of Object.values(messages)) {
      const name = (payload as { $ref: string }).$ref.replace('#/components/schemas/', '');
      expect(Object.keys(schemas)).toContain(name);
    }
  });

  it('tells of frames that are not as it says', () => {
    const frame = (event: string, data: Record<string, unknown>) => ({ id: null, event, data });
    expect(mistakesOfFrames([frame('finalized', { block: 7 }), frame('reset', { reason: 'slow' })])).toEqual(
      [],
    );
    expect(mistakesOfFrames([frame('finalized', { block: '7' })])).toHaveLength(1);
    expect(mistakesOfFrames([frame('finalized', { block: 7, more: 1 })])).toHaveLength(1);
    expect(mistakesOfFrames([frame('news', {})])).toEqual(['news is not described']);
  });
});
