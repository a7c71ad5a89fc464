// Brings a database to the newest schema; refuses one that a newer version has written.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './pool.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Runs what is missing, up to the migration `last` when it is given, and returns how many ran.
 * Throws a sentence when the data is of a newer version.
 */
export async function migrate(db: Db, last?: string): Promise<number> {
  await refuseNewer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations() } })
  const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
  return results?.length ?? 0
}

/** The names of all migrations of this version, oldest first. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter(f => f.endsWith('.sql'))
    .map(f => f.replace(/\.sql$/, ''))
    .sort()
}

function migrations(): Record<string, Migration> {
  const one = (name: string): [string, Migration] => [name, { up: (db: Kysely<unknown>) => runFile(db, name) }]
  return Object.fromEntries(migrationNames().map(one))
}

async function runFile(db: Kysely<unknown>, name: string): Promise<void> {
  await sql.raw(readFileSync(join(folder, `${name}.sql`), 'utf8')).execute(db)
}

async function refuseNewer(db: Db): Promise<void> {
  const { newer } = await compareSchema(db)
  if (newer.length > 0)
    throw new Error(
      `The data was written by a newer version of Mailferry (it knows ${newer.join(', ')}). Update Mailferry, or choose another data folder with DATA_DIR.`,
    )
}

/** The migrations that `migrate` would run, and those that only a newer version knows. */
export async function compareSchema(db: Db): Promise<{ missing: string[]; newer: string[] }> {
  const known = migrationNames()
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`.execute(db)
  if (!tables[0]?.found) return { missing: known, newer: [] }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const ran = rows.map(row => row.name)
  return { missing: known.filter(name => !ran.includes(name)), newer: ran.filter(name => !known.includes(name)) }
}
