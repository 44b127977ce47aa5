import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";

/** The most statements that reading a page may take, however much it shows. More means that it reads each row by itself. */
const MOST_OF_A_PAGE = 60;

/** Groups all statements of the pool by what was running when they were sent. */
export function watchStatements(pool: Pool) {
  const sent = new AsyncLocalStorage<(statement: string) => void>();
  const note = (query: unknown) => sent.getStore()?.(textOf(query));
  const [query, connect] = [pool.query.bind(pool), pool.connect.bind(pool)];
  pool.query = ((...args: Parameters<typeof query>) => {
    note(args[0]);
    return query(...args);
  }) as typeof pool.query;
  // The pool's own `query` connects with a callback; transactions connect without one.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connect().then((client) => watched(client, note))) as typeof pool.connect;

  /** The statements that a function sends. */
  async function statementsOf<Answer>(
    work: () => Promise<Answer>,
  ): Promise<{ answer: Answer; statements: string[] }> {
    const statements: string[] = [];
    const around = sent.getStore();
    const answer = await sent.run((statement) => {
      statements.push(statement);
      around?.(statement);
    }, work);
    return { answer, statements };
  }
  return { statementsOf };
}

/** All statements of the pool, each text once. */
export function statementsThrough(pool: Pool): Set<string> {
  const texts = new Set<string>();
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      texts.add(textOf(args[0]));
      return query(...args);
    }) as typeof client.query;
  });
  return texts;
}

function textOf(query: unknown): string {
  return typeof query === "string" ? query : ((query as { text?: string } | null)?.text ?? "");
}

function watched(client: PoolClient, note: (query: unknown) => void): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "query") return value.bind(target);
      return (...args: Parameters<typeof client.query>) => {
        note(args[0]);
        return target.query(...args);
      };
    },
  });
}

/** Fails if a page took so many statements that it must have read rows one by one. */
export function expectFewStatements({ method, url }: Request, statements: string[]): void {
  if (method !== "GET" || statements.length < MOST_OF_A_PAGE) return;
  const often = Map.groupBy(statements, (text) => text);
  const [most] = [...often].toSorted(([, a], [, b]) => b.length - a.length);
  throw new Error(
    `GET ${new URL(url).pathname} sent ${statements.length} statements, ${most?.[1].length} times: ${most?.[0]}`,
  );
}

/**
 * A comparison with a column without its table. Drizzle omits the table in a select from a single one, and a subselect then
 * uses the inner table: "order_id" = "id" compares a refund with itself.
 */
const NAMELESS = /(?:=|<>|<|>|<=|>=) "\w+"(?![.\w])/;

/** Fails if a statement compares a column without its table. */
export function expectNamedTables(statements: Iterable<string>): void {
  const wrong = [...statements].find((text) => NAMELESS.test(text));
  if (wrong)
    throw new Error(
      `Say of which table each column is, with subselect(): ${NAMELESS.exec(wrong)?.[0]} in ${wrong}`,
    );
}
