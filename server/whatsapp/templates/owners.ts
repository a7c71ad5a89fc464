// SQL for message templates, which belong to the account, not to a user.
import { z } from 'zod/mini'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { MessageTemplate } from './choice.ts'
import { TemplatePurpose } from './draft.ts'
import { Components } from './wire.ts'

export interface NewTemplate {
  id: string
  purpose: TemplatePurpose
  name: string
  language: string
  category: string
  components: Components
}

export type TemplateChange = Partial<Omit<MessageTemplate, 'id' | 'purpose' | 'updatedAt' | 'lastUsedAt' | 'syncedAt'>>

/** Ordered by purpose and position. */
export async function listTemplates(db: Db): Promise<MessageTemplate[]> {
  const rows = await db.selectFrom('message_templates').selectAll().orderBy('purpose').orderBy('position').orderBy('id').execute()
  return rows.map(toTemplate)
}

export async function getTemplate(db: Db, id: string): Promise<MessageTemplate | null> {
  const row = await db.selectFrom('message_templates').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Locked until the transaction ends. */
export async function lockTemplate(tx: Tx, id: string): Promise<MessageTemplate | null> {
  const row = await tx.selectFrom('message_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Finds and locks a template by Meta's id, or by name and language if we have no id: an earlier one may have had the same name. */
export async function findByMeta(tx: Tx, update: { metaId: string; name: string; language: string }): Promise<MessageTemplate | null> {
  const row = await tx
    .selectFrom('message_templates')
    .selectAll()
    .where(e =>
      e.or([
        e('meta_id', '=', update.metaId),
        e.and([e('meta_id', 'is', null), e('name', '=', update.name), e('language', '=', update.language)]),
      ]),
    )
    .orderBy(e => e('meta_id', '=', update.metaId), 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Appends it to those of its purpose; null if the name is taken in that language. */
export async function addTemplate(db: Db, template: NewTemplate, now: Date): Promise<MessageTemplate | null> {
  const row = await db
    .insertInto('message_templates')
    .values(({ selectFrom, fn, lit }) => ({
      ...template,
      components: JSON.stringify(template.components),
      state: 'draft',
      position: selectFrom('message_templates')
        .select(e => e(fn.coalesce(fn.max('position'), lit(0)), '+', 1).as('next'))
        .where('purpose', '=', template.purpose),
      created_at: now,
      updated_at: now,
    }))
    .onConflict(conflict => conflict.columns(['name', 'language']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? toTemplate(row) : null
}

export async function changeTemplate(tx: Tx, id: string, change: TemplateChange, now: Date): Promise<void> {
  const { components, metaId, pausedUntil, switchedOffAt, ...otherChanges } = change
  await tx
    .updateTable('message_templates')
    .set({
      ...otherChanges,
      ...(components !== undefined && { components: JSON.stringify(components) }),
      ...(metaId !== undefined && { meta_id: metaId }),
      ...(pausedUntil !== undefined && { paused_until: pausedUntil }),
      ...(switchedOffAt !== undefined && { switched_off_at: switchedOffAt }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Moves the others of its purpose back, so that no two share a position. */
export async function shiftPositions(tx: Tx, { id, purpose }: Pick<MessageTemplate, 'id' | 'purpose'>, position: number): Promise<void> {
  await tx
    .updateTable('message_templates')
    .set(e => ({ position: e('position', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('position', '>=', position)
    .where('id', '<>', id)
    .execute()
}

export async function deleteTemplate(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('message_templates').where('id', '=', id).execute()
}

/** All of them were compared with Meta's list. */
export async function markSynced(db: Db, now: Date): Promise<void> {
  await db.updateTable('message_templates').set({ synced_at: now }).execute()
}

const usedMs = 60_000

/** Writes once a minute at most, so that lanes that send at the same time do not wait for this row. */
export async function markUsed(db: Db, id: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - usedMs)
  await db
    .updateTable('message_templates')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(e => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', minuteAgo)]))
    .execute()
}

const State = z.enum(['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled'])

const toTemplate = (row: Row<'message_templates'>): MessageTemplate => ({
  id: row.id,
  purpose: TemplatePurpose.parse(row.purpose),
  name: row.name,
  language: row.language,
  category: row.category,
  components: Components.parse(row.components),
  state: State.parse(row.state),
  metaId: row.meta_id,
  quality: row.quality,
  reason: row.reason,
  pausedUntil: row.paused_until,
  position: row.position,
  switchedOffAt: row.switched_off_at,
  lastUsedAt: row.last_used_at,
  syncedAt: row.synced_at,
  updatedAt: row.updated_at,
})
