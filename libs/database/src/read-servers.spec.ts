import { ReadServers } from './read-servers.js';

const databaseUrl = 'postgresql://primary/db';

describe('ReadServers', () => {
  it('reads at the primary where there are no standbys, and stays there', () => {
    const servers = new ReadServers({ databaseUrl, databaseReadUrls: null });
    expect([servers.hasStandbys, servers.isAtPrimary]).toEqual([false, true]);
    servers.leave(databaseUrl);
    expect(servers.current).toBe(databaseUrl);
  });

  it('reads at a standby, then at the others, last at the primary, and then begins anew', () => {
    const databaseReadUrls = ['a', 'b', 'c'].map((host) => `postgresql://${host}/db`);
    const servers = new ReadServers({ databaseUrl, databaseReadUrls });
    expect([...servers.urls].sort()).toEqual([...databaseReadUrls, databaseUrl].sort());
    expect(servers.urls.at(-1)).toBe(databaseUrl);
    const visited = servers.urls.map(() => {
      const { current } = servers;
      servers.leave(current);
      // A second read that failed there changes nothing.
      servers.leave(current);
      return current;
    });
    expect(visited).toEqual(servers.urls);
    expect(servers.current).toBe(servers.urls[0]);
  });

  it('has processes begin at different ones', () => {
    const databaseReadUrls = ['postgresql://a/db', 'postgresql://b/db'];
    const firsts = Array.from(
      { length: 100 },
      () => new ReadServers({ databaseUrl, databaseReadUrls }).current,
    );
    expect(new Set(firsts)).toEqual(new Set(databaseReadUrls));
  });
});
