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

export type TemplateChange = Partial<Omit<MessageTemplate, 'id' | 'purpose' | 'updatedAt'>>

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
  const { components, metaId, pausedUntil, ...otherChanges } = change
  await tx
    .updateTable('message_templates')
    .set({
      ...otherChanges,
      ...(components !== undefined && { components: JSON.stringify(components) }),
      ...(metaId !== undefined && { meta_id: metaId }),
      ...(pausedUntil !== undefined && { paused_until: pausedUntil }),
      updated_at: now,
    })
    .where('id', '=', id)
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
  updatedAt: row.updated_at,
})
