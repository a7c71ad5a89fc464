// SQL that remembers since when each secret has its value, by keyed digests.
import { sql } from 'kysely'
import type { Db } from './pool.ts'

export interface SecretSighting {
  name: string
  fingerprint: Buffer
}

/** Keeps the time of secrets that have not changed. */
export async function recordSightings(db: Db, sightings: SecretSighting[], now: Date): Promise<void> {
  if (sightings.length === 0) return
  await db
    .insertInto('secret_sightings')
    .values(sightings.map(sighting => ({ ...sighting, since: now })))
    .onConflict(c =>
      c
        .column('name')
        .doUpdateSet({ fingerprint: sql`excluded.fingerprint`, since: now })
        .whereRef('secret_sightings.fingerprint', '!=', sql`excluded.fingerprint`),
    )
    .execute()
}

export async function readSightings(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('secret_sightings').select(['name', 'since']).execute()
  return new Map(rows.map(row => [row.name, row.since]))
}
