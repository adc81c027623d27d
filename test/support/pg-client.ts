import pg from 'pg';

/** A connection of a suite's own, which ends it. It finds the tables of both schemas by their names alone. */
export async function openClient(url: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=chain,public',
    ...settings,
  });
  await client.connect();
  return client;
}

/** Uses a connection, and ends it. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(url);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
