// Opens a connection pool and the typed query builder on it: every connection has deadlines, and broken ones are replaced.
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { endIfAbandoned } from './abandoned.ts'
import { breaksConnection, isStalePlan } from './connection-errors.ts'
import type { Tables } from './tables.ts'

/** A database or a transaction on it: the first argument of every store function. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** What a connection waits for at most; 0 is without limit. */
export interface ConnectionLimits {
  /** A statement, on the server. */
  statementMs: number
  /** A lock that another transaction holds. */
  lockMs: number
  /** Between two statements of a transaction: a frozen host must not keep its locks. */
  idleInTransactionMs: number
  /**
   * Plans every statement for its values. Otherwise PostgreSQL may keep one plan for all users from the sixth execution on: made for
   * the average user, it can read the whole history of one with much more once per message. Set to `any` only where every plan reads
   * little, whatever the user has (test/explain/explain.test.ts).
   */
  plans: 'custom' | 'any'
}

/** For requests. */
export const servingLimits: ConnectionLimits = { statementMs: 30_000, lockMs: 5_000, idleInTransactionMs: 15_000, plans: 'custom' }
/** For mail that arrives: all that takes time is done before its transaction. */
export const mailLimits: ConnectionLimits = { statementMs: 30_000, lockMs: 5_000, idleInTransactionMs: 5_000, plans: 'any' }
/** For leases, claims and outcomes, which never wait for anything but the database. */
export const urgentLimits: ConnectionLimits = { statementMs: 10_000, lockMs: 5_000, idleInTransactionMs: 5_000, plans: 'any' }
/** For migrations, backups and commands of the operator, which may take as long as they need. */
export const unhurriedLimits: ConnectionLimits = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0, plans: 'custom' }

const connectMs = 10_000
/** A connection that says nothing for so long after the server's own deadline is dead. */
const silentMs = 5_000
// Both sides notice within half a minute that the other is gone without a word (PostgreSQL, Connection Settings). `options` in the URL win.
const tcpOptions = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=15000'
// Statements here are short: compiling one (JIT) takes longer than running it. A page read by an index costs no more than the next one (SSD).
const planOptions = {
  any: '-c jit=off -c random_page_cost=1.1',
  custom: '-c jit=off -c random_page_cost=1.1 -c plan_cache_mode=force_custom_plan',
}
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** What any connection to the database is opened with. */
export const connectionOptions = (url: string): pg.ClientConfig => ({
  ...{ connectionString: url, options: tcpOptions },
  ...{ connectionTimeoutMillis: connectMs, ...keepAlive },
})

export function openPool(url: string, max = 10, limits = servingLimits): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, options: `${tcpOptions} ${planOptions[limits.plans]}`, max },
    Client: ReliableClient,
    // Statements that are begun together leave together (pipeline.ts).
    pipeline: true,
    ...keepAlive,
    ...(limits.statementMs > 0 && { statement_timeout: limits.statementMs, query_timeout: limits.statementMs + silentMs }),
    ...(limits.lockMs > 0 && { lock_timeout: limits.lockMs }),
    ...(limits.idleInTransactionMs > 0 && { idle_in_transaction_session_timeout: limits.idleInTransactionMs }),
  })
  // An idle connection that the server closes is replaced on the next use; without a listener it would crash the process.
  pool.on('error', () => undefined)
  return pool
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Marks a statement built from a client's query: cached plans of all of them would fill the database. */
export const unpreparedMarker = '/* unprepared */'

/** Names every parameterized statement after its text, so that PostgreSQL plans it once per connection, and leaves the pool when it breaks. */
class ReliableClient extends pg.Client {
  private holdsWrites = false

  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'object' ? { ...config, connectionTimeoutMillis: connectMs } : config)
    // The pool handles errors of idle clients only. A client in use that is cut off between two queries, as when the
    // database restarts within a transaction, would crash the process; now its next query fails, and the pool drops it.
    this.on('error', () => undefined)
    const send = this.query.bind(this)
    const run = (first: unknown, values: unknown[] | undefined, rest: unknown[]) =>
      typeof first === 'string' && values && values.length > 0 && values.length < 200 && !first.startsWith(unpreparedMarker)
        ? Reflect.apply(send, this, [{ name: statementName(first), text: first, values }, ...rest])
        : Reflect.apply(send, this, [first, values, ...rest])
    const reliableQuery = (first: unknown, values?: unknown[], ...rest: unknown[]) => {
      this.holdWrites()
      if (first === 'begin') return this.begin(() => run(first, values, rest))
      const result = endIfAbandoned(this, () => run(first, values, rest))
      if (!(result instanceof Promise)) return result
      return result.catch((error: unknown) => {
        if (breaksConnection(error)) this.leavePool()
        if (!isStalePlan(error)) throw error
        generation++
        // Within a transaction the statement cannot be repeated: it has been aborted.
        if (this.getTransactionStatus() !== 'I') throw error
        return run(first, values, rest)
      })
    }
    Object.assign(this, { query: reliableQuery })
  }

  /** Whatever one turn of the event loop asks for leaves with one write, which wakes PostgreSQL once. */
  private holdWrites(): void {
    if (this.holdsWrites) return
    this.holdsWrites = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.holdsWrites = false
      stream.uncork()
    })
  }

  /** Nothing waits for BEGIN alone: it leaves with the first statement. If it fails, its connection does. */
  private begin(send: () => unknown): Promise<pg.QueryResult> {
    const sent = send()
    if (sent instanceof Promise) sent.catch(() => this.connection.stream.destroy())
    return Promise.resolve({ command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] })
  }

  /** The pool drops a client that is ending. */
  private leavePool(): void {
    this.end().catch(() => undefined)
  }
}

const names = new Map<string, string>()
/** Part of every statement's name: after a migration all statements are planned anew. */
let generation = 0

function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    if (names.size < 5000) names.set(text, name)
  }
  return generation === 0 ? name : `${name}.${generation}`
}
