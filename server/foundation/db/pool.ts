// Opens the connection pool and the typed query builder on it.
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** A database or a transaction on it: the first argument of every store function. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export function openPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, Client: NamingClient })
  // An idle connection that the server closes is replaced on the next use; without a listener it would crash the process.
  pool.on('error', () => undefined)
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Marks a statement built from a client's query: cached plans of all of them would fill the database. */
export const unpreparedMarker = '/* unprepared */'

/** Names every parameterized statement after its text, so that PostgreSQL plans it once per connection. */
class NamingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The pool handles errors of idle clients only. A client in use that is cut off between two queries, as when the
    // database restarts within a transaction, would crash the process; now its next query fails, and the pool drops it.
    this.on('error', () => undefined)
    const send = this.query.bind(this)
    const namedQuery = (first: unknown, values?: unknown[], ...rest: unknown[]) =>
      typeof first === 'string' && values && values.length > 0 && values.length < 200 && !first.startsWith(unpreparedMarker)
        ? Reflect.apply(send, this, [{ name: statementName(first), text: first, values }, ...rest])
        : Reflect.apply(send, this, [first, values, ...rest])
    Object.assign(this, { query: namedQuery })
  }
}

const names = new Map<string, string>()
function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    if (names.size < 5000) names.set(text, name)
  }
  return name
}
