// One person's messages as rows of the ledger: a page of them, or one.
import { type Kysely, sql } from 'kysely'
import { Standing } from '../../core/api/ledger.ts'
import type { Db } from '../db/pool.ts'
import type { Tables } from '../db/tables.ts'
import { standingOf } from './standing.ts'

export interface Cursor {
  arrivedAt: Date
  id: string
}

export interface Page {
  standing: Standing | 'all' | 'crossing'
  mailboxId?: string | undefined
  before: Cursor | null
  limit: number
}

const crossing: Standing[] = ['held', 'under_way', 'failed', 'forwarded']

export type MessageRow = Awaited<ReturnType<typeof pageOfMessages>>[number]

/** The newest first, one more than `limit` so that the caller knows whether a page follows. */
export function pageOfMessages(db: Db, userId: string, page: Page) {
  return db
    .selectFrom(rowsOf(db, userId).as('rows'))
    .selectAll()
    .$if(page.standing !== 'all', q => q.where('standing', 'in', standingsOf(page.standing)))
    .$if(page.mailboxId !== undefined, q => q.where('mailbox_id', '=', page.mailboxId ?? ''))
    .$if(page.before !== null, q => q.where(sql<boolean>`(arrived_at, id) < (${page.before?.arrivedAt}, ${page.before?.id}::uuid)`))
    .orderBy('arrived_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

function standingsOf(wanted: Page['standing']): Standing[] {
  if (wanted === 'all') return Standing.options
  return wanted === 'crossing' ? crossing : [wanted]
}

export function oneMessage(db: Db, userId: string, id: string) {
  return db.selectFrom(rowsOf(db, userId).as('rows')).selectAll().where('id', '=', id).executeTakeFirst()
}

function rowsOf(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('messages')
    .leftJoin('verdicts', j => j.onRef('verdicts.user_id', '=', 'messages.user_id').onRef('verdicts.message_id', '=', 'messages.id'))
    .leftJoin('mailboxes', j => j.onRef('mailboxes.user_id', '=', 'messages.user_id').onRef('mailboxes.id', '=', 'messages.mailbox_id'))
    .where('messages.user_id', '=', userId)
    .select(e => [
      'messages.id',
      'messages.mailbox_id',
      'messages.arrived_at',
      'messages.size_bytes',
      'messages.erased_at',
      'mailboxes.address as mailbox_address',
      'verdicts.verdict',
      'verdicts.reason as verdict_reason',
      'verdicts.at as verdict_at',
      standingOf(e).as('standing'),
    ])
}
