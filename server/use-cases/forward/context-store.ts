// Reads all that deciding on one user's messages depends on, besides the filters themselves, in one statement.
import { sql } from 'kysely'
import { forwardableStates } from '../../delivery/store.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { type MailboxContext, type MailboxContextRow, toMailboxContext } from '../../mail/messages/mailbox-context.ts'

export interface ForwardContext {
  /** Increases with every change to the user's filters or lists. */
  filtersVersion: number
  /** The phones that emails may be forwarded to, the oldest first. */
  destinations: string[]
  /** By id; removed mailboxes have no entry. */
  mailboxes: Map<string, MailboxContext>
}

interface Row extends Omit<MailboxContextRow, 'id'> {
  version: string | null
  destinations: string[] | null
  id: string | null
}

export async function readContext(db: Db, userId: string, mailboxIds: string[]): Promise<ForwardContext> {
  const { rows } = await sql<Row>`
    select f.version, d.ids as destinations, m.id, m.address, m.kind, m.backlog, m.forwards_copies, m.away_since, m.back_at,
      s.time_zone, s.quiet, s.digest_at
    from (select ${userId}::uuid as user_id) u
    left join filter_sets f on f.user_id = u.user_id
    left join lateral (
      select array_agg(id order by created_at, id) as ids from destinations
      where user_id = u.user_id and state in (${sql.join(forwardableStates.map(one => sql.lit(one)))})
    ) d on true
    left join settings s on s.user_id = u.user_id
    left join mailboxes m on m.user_id = u.user_id and m.id = any(${mailboxIds}::uuid[])`.execute(db)
  return {
    filtersVersion: Number(rows[0]?.version ?? 0),
    destinations: rows[0]?.destinations ?? [],
    mailboxes: new Map(rows.flatMap(({ id, ...row }) => (id === null ? [] : [[id, toMailboxContext({ ...row, id })] as const]))),
  }
}
