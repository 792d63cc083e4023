import postgres from 'postgres';

/** What is newest in a team's store, for those who keep answers: an answer holds as long as nothing newer is there. */
export interface Newest {
  /** Names the newest commit of a repository; null where that can't be told. */
  of(repository: string): Promise<string | null>;
  close(): Promise<void>;
}

const NEWEST = `SELECT name, (SELECT max(s.id) FROM states s WHERE s.repository = r.id AND place LIKE 'commit:%')::text AS id
  FROM repositories r`;
const CONNECT_SECONDS = 10;
const END_SECONDS = 2;

type Found = ReadonlyMap<string, string | null>;

export function openNewest(url: string, schema: string): Newest {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'sheaf', search_path: `"${schema}"` },
  });
  const look = async (): Promise<Found> => {
    try {
      const rows = await sql.unsafe<{ name: string; id: string | null }[]>(NEWEST);
      return new Map(rows.map(({ name, id }) => [name, id]));
    } catch {
      // Whoever answers the question meets the same trouble and says it.
      return new Map();
    }
  };
  let now: Promise<Found> | null = null;
  let next: Promise<Found> | null = null;
  const begin = (): Promise<Found> => {
    now = look().finally(() => {
      now = null;
    });
    return now;
  };
  return {
    of: async (repository) => {
      // What is on its way may be older than this question: all who come meanwhile share the next look.
      if (now !== null) next ??= now.then(() => begin()).finally(() => (next = null));
      return (await (next ?? begin())).get(repository) ?? null;
    },
    close: () => sql.end({ timeout: END_SECONDS }),
  };
}
