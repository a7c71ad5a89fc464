// Tells which database errors mean that the connection must not be used again, and which that a value must not.
import pg from 'pg'

/** The SQLSTATE of an error (PostgreSQL, Appendix A); null when it did not come from the server. */
const codeOf = (error: unknown): string | null => (error instanceof pg.DatabaseError ? (error.code ?? null) : null)

/** The columns of a table have changed since this statement was prepared, as while a newer version is rolled out. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/**
 * The server is shutting down (57P01 to 57P03), the connection failed (class 08), it leads to a standby since a failover (25006),
 * or the answer did not come in time: what comes later would be taken for the answer to the next statement.
 */
export function breaksConnection(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null) return /^(57P0[123]|08|25006)/.test(code)
  return error instanceof Error && error.message === 'Query read timeout'
}

/** A NUL character, or a time that PostgreSQL has no room for: whoever sent it must send another one. */
export const isUnstorable = (error: unknown): boolean => /^(22007|22008|22021)$/.test(codeOf(error) ?? '')

/** Connections, a standby, deadlocks, resources, locks, a shutdown, the system. A statement that takes too long may be the row's own fault. */
const troubleCodes = /^(08|25006|25P03|40|53|55|57P|58)/
/** A client that was closed because of trouble says so to the rollback, whose error is then the transaction's. */
const troubleMessages =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/

/** The database was in trouble, so the failure says nothing about the row that was being worked on. */
export function isDatabaseTrouble(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null) return troubleCodes.test(code)
  if (!(error instanceof Error)) return false
  const isSocketError = 'code' in error && typeof error.code === 'string' && 'syscall' in error
  return isSocketError || troubleMessages.test(error.message)
}
