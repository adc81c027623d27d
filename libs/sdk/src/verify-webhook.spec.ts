import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from './verify-webhook.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = JSON.stringify({ type: 'block', subscriptionId: 's', sequence: 1, data: { name: '🚀' } });

function signed(at = new Date(), secret = SECRET): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, BODY),
  };
}

describe('verifyWebhook', () => {
  it('reads what a stock library signed, from headers of any kind', async () => {
    for (const headers of [signed(), new Headers(signed())])
      expect(await verifyWebhook({ body: BODY, headers, secret: SECRET })).toMatchObject({
        ...{ id: 'msg_1', type: 'block', sequence: 1, data: { name: '🚀' } },
      });
  });

  it('takes one of several secrets, and one of several signatures', async () => {
    const headers = signed();
    await verifyWebhook({ body: BODY, headers, secret: [OTHER, SECRET] });
    headers['webhook-signature'] =
      `v1a,x v1,%% ${signed(new Date(), OTHER)['webhook-signature'] ?? ''} ${headers['webhook-signature'] ?? ''}`;
    await verifyWebhook({ body: BODY, headers, secret: SECRET });
  });

  it.each([
    ['another secret', { secret: OTHER }],
    ['another body', { body: `${BODY} ` }],
    ['another id', { headers: { ...signed(), 'webhook-id': 'msg_2' } }],
    ['no signature', { headers: { ...signed(), 'webhook-signature': undefined } }],
    ['an old one', { headers: signed(new Date(Date.now() - 3_600_000)) }],
    ['one of tomorrow', { headers: signed(new Date(Date.now() + 3_600_000)) }],
    ['a time that is none', { headers: { ...signed(), 'webhook-timestamp': 'NaN' } }],
    ['a secret that is none', { secret: 'whsec_' }],
  ])('refuses %s', async (_what, wrong) => {
    const request = { body: BODY, headers: signed(), secret: SECRET, ...wrong };
    await expect(verifyWebhook(request)).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
