import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from './signature.js';

describe('a signature', () => {
  const body = '{"type":"test","name":"🚀 \\u0000 ünï"}';

  it('is what a stock library verifies, with either secret of a rotation', () => {
    const [now, next] = [newSecret(), newSecret()];
    const headers = signedHeaders({ id: 'msg_1', at: new Date(), body }, [next, now]);
    for (const secret of [now, next])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature found');
  });

  it('is of the body, the id and the time', () => {
    const secret = newSecret();
    const headers = signedHeaders({ id: 'msg_1', at: new Date(), body }, [secret]);
    const receiver = new Webhook(secret);
    expect(() => receiver.verify(`${body} `, headers)).toThrow('No matching signature found');
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow(
      'No matching signature found',
    );
    const old = signedHeaders({ id: 'msg_1', at: new Date(Date.now() - 600_000), body }, [secret]);
    expect(() => receiver.verify(body, old)).toThrow('Message timestamp too old');
  });

  it('is by the vector of the specification', () => {
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is by secrets that are never the same', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    expect(secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toBe(true);
  });
});
