// SQL for the results of comparing the log with its chain.
import { z } from 'zod/mini'
import { LogFinding, type LogVerification } from '../../../core/api/admin/logs.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { LogComparison } from './findings.ts'

interface VerificationFacts {
  at: Date
  durationMs: number
  actorId: string | null
}

export async function keepVerification(
  db: Db,
  { findings, ...sums }: LogComparison,
  { at, durationMs, actorId }: VerificationFacts,
): Promise<LogVerification> {
  await db
    .insertInto('log_verifications')
    .values({
      ...{ id: newId(at), verified_at: at, duration_ms: durationMs, actor_id: actorId },
      ...sums,
      findings: JSON.stringify(findings),
    })
    .execute()
  return { verifiedAt: at.toISOString(), durationMs, ...sums, findings }
}

/** The latest results, newest first. */
export async function listVerifications(db: Db, limit: number): Promise<LogVerification[]> {
  const rows = await db.selectFrom('log_verifications').selectAll().orderBy('verified_at', 'desc').limit(limit).execute()
  return rows.map(row => ({
    verifiedAt: row.verified_at.toISOString(),
    durationMs: row.duration_ms,
    entries: Number(row.entries),
    checked: Number(row.checked),
    changed: Number(row.changed),
    missing: Number(row.missing),
    inserted: Number(row.inserted),
    findings: z.array(LogFinding).parse(row.findings),
  }))
}

export async function dropVerifications(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('log_verifications').where('verified_at', '<', before).execute()
}
