// Judges this machine: the database, the master key, and mail delivery.
import type { SmtpCheck } from '../../../foundation/mailer.ts'
import { type DoctorFinding, failing, needsAttention, ok, skip } from '../finding.ts'

export type DatabaseFacts =
  | { kind: 'answers'; missing: number }
  | { kind: 'newer' }
  /** Written before 0.1.0. */
  | { kind: 'unreleased' }
  /** The embedded one is not running. */
  | { kind: 'off'; folder: string }
  | { kind: 'away'; why: string }

export function judgeDatabase(answer: DatabaseFacts): DoctorFinding {
  if (answer.kind === 'off') return failing('database', 'database.off', { folder: answer.folder })
  if (answer.kind === 'away') return failing('database', 'database.away', { why: answer.why })
  if (answer.kind === 'newer') return failing('database', 'database.newer')
  if (answer.kind === 'unreleased') return failing('database', 'database.unreleased')
  return answer.missing > 0 ? failing('database', 'database.behind', { n: answer.missing }) : ok('database', 'database.ok')
}

export interface KeyFacts {
  file: string
  /** True when other users of the machine may read the file. */
  isReadableByOthers: boolean
  /** malformed: not 32 bytes in base64. opens: whether it opens the sealed data in the database, null when there is none. */
  state: 'no_file' | 'malformed' | { opens: boolean | null }
  /** True when the database has data sealed under a master key. */
  isNeeded: boolean
}

export function judgeKey({ file, isReadableByOthers, state, isNeeded }: KeyFacts): DoctorFinding {
  if (state === 'no_file') return isNeeded ? failing('key', 'key.missing', { file }) : needsAttention('key', 'key.unmade', { file })
  if (state === 'malformed') return failing('key', 'key.malformed', { file })
  if (state.opens === false) return failing('key', 'key.wrong', { file })
  if (isReadableByOthers) return needsAttention('key', 'key.shown', { file })
  return ok('key', state.opens === null ? 'key.unused' : 'key.ok')
}

export function judgeSmtp(answer: SmtpCheck | 'not_here', port: number): DoctorFinding {
  if (answer === 'not_here') return skip('smtp', 'smtp.not_here')
  return answer.kind === 'away' ? failing('smtp', 'smtp.away', { port, why: answer.why }) : ok('smtp', 'smtp.ok', { port })
}

/** `hosts`: the MX hosts, best first; null when DNS checks are off. */
export function judgeMx(domain: string, hosts: string[] | null, port: number): DoctorFinding {
  if (!hosts) return skip('mx', 'mx.unasked')
  const [host] = hosts
  return host ? ok('mx', 'mx.ok', { domain, host }) : needsAttention('mx', 'mx.none', { domain, port })
}

export function judgeRelay(answer: SmtpCheck | 'outbox', relay: { host: string; port: number } | null): DoctorFinding {
  if (answer === 'outbox' || !relay) return ok('relay', 'relay.outbox')
  if (answer.kind === 'refused') return failing('relay', 'relay.refused', { host: relay.host })
  if (answer.kind === 'away') return failing('relay', 'relay.away', { ...relay, why: answer.why })
  return ok('relay', 'relay.ok', { host: relay.host })
}
