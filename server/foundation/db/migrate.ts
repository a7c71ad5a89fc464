// Migrates a database to the newest schema, and refuses one whose version this one cannot read.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './pool.ts'

/** The first migration: the schema as of 0.1.0, one file per module. Numbers below 100 were used before the first release. */
const baseline = '100_baseline'

/** Ordered so that each file refers only to existing tables. */
const schemaFiles = ['foundation', 'auth', 'account', 'mail', 'filters', 'delivery', 'billing', 'files', 'whatsapp', 'analytics']

const schemaFolder = join(import.meta.dirname, 'schema')
const laterFolder = join(import.meta.dirname, 'migrations')

/**
 * Runs the missing migrations, up to `last` when it is given, and returns how many ran.
 * Throws a user-facing message when another version wrote the data and this one cannot read it.
 */
export async function migrate(db: Db, last?: string): Promise<number> {
  const { missing, newer, isReadable, isUnreleased } = await compareSchema(db)
  if (isUnreleased) throw new Error(explainUnreleased('The data was written'))
  // A newer version ran here and was taken back: what it added does not disturb this one.
  if (isReadable && newer.length > 0 && missing.length === 0) return 0
  if (newer.length > 0)
    throw new Error(
      `The data was written by a newer version of Mailferry (it has ${newer.join(', ')}). Update Mailferry, or choose another data folder with DATA_DIR.`,
    )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations() } })
  const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
  return results?.length ?? 0
}

/** The names of all migrations of this version, oldest first. */
export function migrationNames(): string[] {
  const later = existsSync(laterFolder) ? readdirSync(laterFolder).filter(f => f.endsWith('.sql')) : []
  return [baseline, ...later.map(f => f.replace(/\.sql$/, '')).sort()]
}

/** What an expanding migration adds, the version before it can ignore; a contracting one ends the way back. */
const isExpanding = (name: string): boolean => name.endsWith('.expand')

/** Whether the version before still works while these run, and after them. */
export const canGoBack = (names: readonly string[]): boolean => names.every(isExpanding)

export interface ComparedSchema {
  /** The migrations that `migrate` would run. */
  missing: string[]
  /** Migrations that only a newer version has. */
  newer: string[]
  /** Whether this version works on the data: nothing newer than it has taken anything away. */
  isReadable: boolean
  /** Written by a version from before 0.1.0, from which no migration exists. */
  isUnreleased: boolean
}

export async function compareSchema(db: Db): Promise<ComparedSchema> {
  const names = migrationNames()
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`.execute(db)
  if (!tables[0]?.found) return { missing: names, newer: [], isReadable: true, isUnreleased: false }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const applied = rows.map(row => row.name)
  const newer = applied.filter(name => !names.includes(name))
  return {
    missing: names.filter(name => !applied.includes(name)),
    newer,
    isReadable: canGoBack(newer),
    isUnreleased: applied.some(isBeforeBaseline),
  }
}

export const isBeforeBaseline = (name: string): boolean => name < baseline

/** Explains what to do; `subject` begins the sentence. */
export const explainUnreleased = (subject: string): string =>
  `${subject} by a version of Mailferry from before 0.1.0, and no later version reads it. Export what you need with that version, then start this one with an empty folder as DATA_DIR (or an empty database as DATABASE_URL).`

function migrations(): Record<string, Migration> {
  const toMigration = (name: string): [string, Migration] => [name, { up: (db: Kysely<unknown>) => runAll(db, findFiles(name)) }]
  return Object.fromEntries(migrationNames().map(toMigration))
}

const findFiles = (name: string): string[] =>
  name === baseline ? schemaFiles.map(file => join(schemaFolder, `${file}.sql`)) : [join(laterFolder, `${name}.sql`)]

async function runAll(db: Kysely<unknown>, files: string[]): Promise<void> {
  for (const file of files) await sql.raw(readFileSync(file, 'utf8')).execute(db)
}
