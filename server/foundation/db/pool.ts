// The connection pool and the typed query builder on it.
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** A database or a transaction on it: the first argument of every store function. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export function openPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, Client: NamingClient })
  // An idle connection that the server ends is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** How a statement begins whose text is put together from what a client asks: kept plans of all of them would fill the database. */
const once = '/* once */'

/** Names every parameterised statement after its text, so that PostgreSQL plans it once per connection. */
class NamingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The pool listens while a client lies idle in it. One that is lent out and cut off between two queries, as when the
    // database restarts within a transaction, would end the process; its next query fails, and the pool drops it.
    this.on('error', () => undefined)
    const send = this.query.bind(this)
    const named = (first: unknown, values?: unknown[], ...rest: unknown[]) =>
      typeof first === 'string' && values && values.length > 0 && values.length < 200 && !first.startsWith(once)
        ? Reflect.apply(send, this, [{ name: nameOf(first), text: first, values }, ...rest])
        : Reflect.apply(send, this, [first, values, ...rest])
    Object.assign(this, { query: named })
  }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    if (names.size < 5000) names.set(text, name)
  }
  return name
}
