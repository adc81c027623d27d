import { createClient, csvPage, isSlipwayError, listGains } from './index.js';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A client of an API that has one response, and what it was asked. */
function clientOf(body: string, init: ResponseInit) {
  const asked: { url: string; accept: string | undefined }[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.org/v1',
    token: 'a.b.c',
    retries: 0,
    fetch: (url, { headers }) => {
      asked.push({ url, accept: (headers as Record<string, string>)['Accept'] });
      return Promise.resolve(new Response(body, init));
    },
  });
  return { client, asked };
}

describe('a page of CSV', () => {
  const csv = 'symbol,amount\r\n"A\r\nB",1\r\n';

  it('is the text as it came, with what the next page is asked for with', async () => {
    const link = `<https://api.example.org/v1/portfolio/${ADDRESS}/gains?year=2026&cursor=next>; rel="next"`;
    const { client, asked } = clientOf(csv, { headers: { Link: link, 'X-As-Of-Block': '7' } });
    const page = await csvPage(listGains, client, { address: ADDRESS, year: 2026 });
    expect(page).toEqual({
      text: csv,
      next: { address: ADDRESS, year: 2026, cursor: 'next' },
      asOfBlock: 7,
    });
    expect(asked).toEqual([
      {
        url: `https://api.example.org/v1/portfolio/${ADDRESS}/gains?year=2026`,
        accept: 'text/csv, application/json',
      },
    ]);
    // A server that goes in circles is not followed.
    await expect(csvPage(listGains, client, page.next!)).rejects.toMatchObject({ code: 'invalid_response' });
  });

  it('has no next one at the end', async () => {
    const { client } = clientOf(csv, {});
    expect((await csvPage(listGains, client, { address: ADDRESS, year: 2026 })).next).toBeNull();
  });

  it("fails with the API's error", async () => {
    const error = { error: { code: 'rate_limited', message: 'too many' } };
    const { client } = clientOf(JSON.stringify(error), { status: 429, headers: { 'Retry-After': '60' } });
    const failure: unknown = await csvPage(listGains, client, { address: ADDRESS, year: 2026 }).catch(
      (reason: unknown) => reason,
    );
    expect(isSlipwayError(failure, 'rate_limited') && failure.retryAfterMs).toBe(60_000);
  });
});
