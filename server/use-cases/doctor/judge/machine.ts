// Judges this machine: the database, the master key, and the routes of mail.
import type { Greeted } from '../../../foundation/mailer.ts'
import { type DoctorFinding, failing, note, ok, passed } from '../finding.ts'

export type DatabaseFacts =
  | { kind: 'answers'; missing: number }
  | { kind: 'newer' }
  /** Written before 0.1.0. */
  | { kind: 'unreleased' }
  /** The embedded one is not running. */
  | { kind: 'off'; folder: string }
  | { kind: 'away'; why: string }

export function judgeDatabase(told: DatabaseFacts): DoctorFinding {
  if (told.kind === 'off') return failing('database', 'database.off', { folder: told.folder })
  if (told.kind === 'away') return failing('database', 'database.away', { why: told.why })
  if (told.kind === 'newer') return failing('database', 'database.newer')
  if (told.kind === 'unreleased') return failing('database', 'database.unreleased')
  return told.missing > 0 ? failing('database', 'database.behind', { n: told.missing }) : ok('database', 'database.ok')
}

export interface KeyFacts {
  file: string
  /** Others than the file's owner may read it. */
  isShown: boolean
  /** no_file, or not 32 bytes in base64; opens: whether it opens what the database keeps, null when nothing is kept. */
  state: 'no_file' | 'malformed' | { opens: boolean | null }
  /** The database keeps something that a master key has sealed. */
  isNeeded: boolean
}

export function judgeKey({ file, isShown, state, isNeeded }: KeyFacts): DoctorFinding {
  if (state === 'no_file') return isNeeded ? failing('key', 'key.missing', { file }) : note('key', 'key.unmade', { file })
  if (state === 'malformed') return failing('key', 'key.malformed', { file })
  if (state.opens === false) return failing('key', 'key.wrong', { file })
  if (isShown) return note('key', 'key.shown', { file })
  return ok('key', state.opens === null ? 'key.unused' : 'key.ok')
}

export function judgeSmtp(told: Greeted | 'not_here', port: number): DoctorFinding {
  if (told === 'not_here') return passed('smtp', 'smtp.not_here')
  return told.kind === 'away' ? failing('smtp', 'smtp.away', { port, why: told.why }) : ok('smtp', 'smtp.ok', { port })
}

/** `hosts`: those of the MX records, the best first; null when nobody is asked. */
export function judgeMx(domain: string, hosts: string[] | null, port: number): DoctorFinding {
  if (!hosts) return passed('mx', 'mx.unasked')
  const [host] = hosts
  return host ? ok('mx', 'mx.ok', { domain, host }) : note('mx', 'mx.none', { domain, port })
}

export function judgeRelay(told: Greeted | 'outbox', relay: { host: string; port: number } | null): DoctorFinding {
  if (told === 'outbox' || !relay) return ok('relay', 'relay.outbox')
  if (told.kind === 'refused') return failing('relay', 'relay.refused', { host: relay.host })
  if (told.kind === 'away') return failing('relay', 'relay.away', { ...relay, why: told.why })
  return ok('relay', 'relay.ok', { host: relay.host })
}
