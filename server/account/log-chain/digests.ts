// Computes the digests of log rows, the hashes of chain entries, and the signatures of the chain's ends and of erasures.
import { digest, keyedDigest, type SealKey } from '../../foundation/seal.ts'

/** One row as text, the same on every PostgreSQL; times have microseconds. */
export interface LogText {
  id: string
  user_id: string | null
  action: string
  resource_type: string | null
  resource_id: string | null
  status: string
  details: string
  email: string | null
  ip_address: string | null
  user_agent: string | null
  actor_id: string | null
  source: string
  created_at: string
}

export interface ChainEntry {
  position: number
  logId: string
  subject: Buffer | null
  loggedAt: Date
  isLate: boolean
  sealedAt: Date
  digest: Buffer
  keyId: string
}

export interface ChainEnds {
  position: number
  hash: Buffer
  drainedAt: Date | null
  keptFrom: Date | null
  startPosition: number
  startHash: Buffer
}

interface LogErasure {
  subject: Buffer
  erasedAt: Date
}

/** The hash before the first entry. */
export const firstHash: Buffer = Buffer.alloc(32)

/** Covers every column of a row in a fixed order. A column added later goes last, and only if it is not null. */
export const digestRow = (row: LogText): Buffer =>
  digest(
    JSON.stringify([
      ...[row.id, row.user_id, row.action, row.resource_type, row.resource_id, row.status, row.details],
      ...[row.email, row.ip_address, row.user_agent, row.actor_id, row.source, row.created_at],
    ]),
  )

/** Recognizes the rows of a user without naming them: ids have at least 74 random bits. */
export const subjectOf = (userId: string): Buffer => digest(`log subject ${userId}`)

export const hashEntry = (key: SealKey, previous: Buffer, entry: ChainEntry): Buffer =>
  keyedDigest(
    key,
    JSON.stringify([
      ...['entry', previous.toString('hex'), entry.position, entry.logId, entry.subject?.toString('hex') ?? null],
      ...[entry.loggedAt.toISOString(), entry.isLate, entry.sealedAt.toISOString(), entry.keyId, entry.digest.toString('hex')],
    ]),
  )

export const signEnds = (key: SealKey, ends: ChainEnds): Buffer =>
  keyedDigest(
    key,
    JSON.stringify([
      ...['ends', ends.position, ends.hash.toString('hex'), ends.drainedAt?.toISOString() ?? null],
      ...[ends.keptFrom?.toISOString() ?? null, ends.startPosition, ends.startHash.toString('hex')],
    ]),
  )

export const signErasure = (key: SealKey, { subject, erasedAt }: LogErasure): Buffer =>
  keyedDigest(key, JSON.stringify(['erasure', subject.toString('hex'), erasedAt.toISOString()]))

interface LogRedaction {
  logId: string
  /** Of what is left of the row. */
  digest: Buffer
  loggedAt: Date
}

export const signRedaction = (key: SealKey, { logId, digest: left, loggedAt }: LogRedaction): Buffer =>
  keyedDigest(key, JSON.stringify(['redaction', logId, left.toString('hex'), loggedAt.toISOString()]))

/** What entries name instead of an erased user: the same for all of theirs, and nothing that leads back to them. */
export function erasedIdOf(key: SealKey, userId: string): string {
  const bytes = keyedDigest(key, `erased user ${userId}`).subarray(0, 16)
  // Version 8 with a variant (RFC 9562 §5.8), so that it is a valid UUID which no user can have.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
