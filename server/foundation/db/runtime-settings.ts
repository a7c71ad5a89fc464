// SQL for the settings that the console stores, and for every version of them.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Db, Tx } from './pool.ts'
import type { Row } from './tables.ts'

export type SettingVersion = Row<'runtime_settings'>

export const readSettings = (db: Db): Promise<SettingVersion[]> => db.selectFrom('runtime_settings').selectAll().orderBy('key').execute()

/** Grows with every committed change, in whatever order they commit. */
export async function readRevision(db: Db): Promise<number> {
  const { revision } = await db
    .selectFrom('runtime_settings')
    .select(e => e.fn.coalesce(e.fn.sum('version'), e.lit(0)).as('revision'))
    .executeTakeFirstOrThrow()
  return Number(revision)
}

/** Until the transaction ends nobody else changes a setting. */
export const lockSettings = async (tx: Tx): Promise<void> =>
  void (await sql`lock table runtime_settings in share row exclusive mode`.execute(tx))

/** Makes it the newest version, and adds it to the history. */
export async function saveVersion(tx: Tx, id: string, version: SettingVersion): Promise<void> {
  const { key, value, ...rest } = version
  const values = { ...rest, value: value === null ? null : JSON.stringify(value) }
  await tx
    .insertInto('runtime_setting_changes')
    .values({ id, key, ...values })
    .execute()
  await tx
    .insertInto('runtime_settings')
    .values({ key, ...values })
    .onConflict(c => c.column('key').doUpdateSet(values))
    .execute()
}

export const findVersion = (db: Db, key: string, version: number): Promise<SettingVersion | undefined> =>
  db
    .selectFrom('runtime_setting_changes')
    .select(['key', 'version', 'value', 'sealed_value', 'changed_by', 'changed_at', 'reason'])
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()

export const ChangeCursor = z.tuple([z.iso.datetime(), z.uuid()])

export interface ListedChange extends SettingVersion {
  id: string
  /** The version before it; null for the first. */
  previous: { value: unknown; isSealed: boolean } | null
}

/** Newest first. */
export async function listVersions(
  db: Db,
  { key, after, limit }: { key: string | undefined; after: z.infer<typeof ChangeCursor> | null; limit: number },
): Promise<ListedChange[]> {
  const rows = await db
    .selectFrom('runtime_setting_changes as c')
    .leftJoin('runtime_setting_changes as p', j => j.onRef('p.key', '=', 'c.key').on('p.version', '=', e => e('c.version', '-', 1)))
    .selectAll('c')
    .select(e => ['p.value as before', 'p.version as before_version', e('p.sealed_value', 'is not', null).as('was_sealed')])
    .$if(key !== undefined, q => q.where('c.key', '=', key ?? ''))
    .$if(after !== null, q => q.where(sql<boolean>`(c.changed_at, c.id) < (${after?.[0]}, ${after?.[1]}::uuid)`))
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ before, before_version, was_sealed, ...row }) => ({
    ...row,
    previous: before_version === null ? null : { value: before, isSealed: Boolean(was_sealed) },
  }))
}
