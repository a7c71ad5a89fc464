// SQL for alerts: their settings, how each rule is doing, and the incidents that were raised.
import type { Db, Tx } from './pool.ts'
import type { NewRow, Row } from './tables.ts'

/** Locks the settings for a check, so that one host checks at a time; null if another does, or did within `sinceMs`. */
export async function claimAlertCheck(tx: Tx, now: Date, sinceMs: number): Promise<Row<'alert_settings'> | null> {
  await tx
    .insertInto('alert_settings')
    .values({ rules: '{}', email_user_ids: null, phones: '[]', checked_at: null })
    .onConflict(c => c.doNothing())
    .execute()
  const settings = await tx.selectFrom('alert_settings').selectAll().forUpdate().skipLocked().executeTakeFirst()
  if (!settings || (settings.checked_at && now.getTime() - settings.checked_at.getTime() < sinceMs)) return null
  await tx.updateTable('alert_settings').set({ checked_at: now }).execute()
  return settings
}

/** The oldest first. */
export function readOpenIncidents(db: Db, limit: number): Promise<Row<'incidents'>[]> {
  return db.selectFrom('incidents').selectAll().where('closed_at', 'is', null).orderBy('opened_at').limit(limit).execute()
}

/** Undefined as long as nothing was changed or checked. */
export function readAlertSettings(db: Db): Promise<Row<'alert_settings'> | undefined> {
  return db.selectFrom('alert_settings').selectAll().executeTakeFirst()
}

export async function saveAlertSettings(
  tx: Tx,
  settings: Pick<NewRow<'alert_settings'>, 'rules' | 'email_user_ids' | 'phones'>,
): Promise<void> {
  await tx
    .insertInto('alert_settings')
    .values({ ...settings, checked_at: null })
    .onConflict(c => c.column('id').doUpdateSet(settings))
    .execute()
}

export function readAlertStates(db: Db): Promise<Row<'alert_states'>[]> {
  return db.selectFrom('alert_states').selectAll().execute()
}

/** Writes the states of a check, and forgets subjects that are neither watched nor open any more. */
export async function saveAlertStates(tx: Tx, states: readonly NewRow<'alert_states'>[], now: Date): Promise<void> {
  if (states.length > 0)
    await tx
      .insertInto('alert_states')
      .values([...states])
      .onConflict(c =>
        c.columns(['rule', 'subject']).doUpdateSet({
          is_open: e => e.ref('excluded.is_open'),
          changing_since: e => e.ref('excluded.changing_since'),
          checked_at: e => e.ref('excluded.checked_at'),
        }),
      )
      .execute()
  await tx.deleteFrom('alert_states').where('checked_at', '<', now).where('is_open', '=', false).execute()
}

/** Null if one is open already. */
export async function openIncident(tx: Tx, incident: NewRow<'incidents'>): Promise<Row<'incidents'> | null> {
  const opened = await tx
    .insertInto('incidents')
    .values(incident)
    .onConflict(c => c.columns(['rule', 'subject']).where('closed_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return opened ?? null
}

/** Null if none was open. */
export async function closeIncident(tx: Tx, rule: string, subject: string, now: Date): Promise<Row<'incidents'> | null> {
  const closed = await tx
    .updateTable('incidents')
    .set({ closed_at: now })
    .where('rule', '=', rule)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return closed ?? null
}

/** The first who acknowledges it stays; null for an unknown one. */
export async function acknowledgeIncident(tx: Tx, id: string, userId: string, now: Date): Promise<Row<'incidents'> | null> {
  await tx
    .updateTable('incidents')
    .set({ acknowledged_at: now, acknowledged_by: userId })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute()
  return (await tx.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Closed incidents are kept for a year. */
export async function sweepIncidents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('incidents').where('closed_at', '<', before).execute()
}
