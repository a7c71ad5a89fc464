// Counts a user's messages by result: arrived = forwarded + under way + held + failed + not matched + suppressed.
import { sql } from 'kysely'
import type { MessageState, Sum } from '../../../core/api/ledger.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { emailedInstead, messageState } from './message-state.ts'

export interface MessageCounts {
  sum: Sum
  perMailbox: { mailboxId: string; arrived: number; forwarded: number; daily: number[] }[]
}

/** Counts what arrived in `days` times 24 hours from `since`, in all mailboxes or in one; the parts always add up to `arrived`. */
export async function countMessages(
  db: Db,
  userId: string,
  since: Date,
  { days = 1, mailboxId }: { days?: number; mailboxId?: string | undefined } = {},
): Promise<MessageCounts> {
  const day = sql<number>`least(${days - 1}::int, floor(extract(epoch from arrived_at - ${since}::timestamptz) / 86400)::int)`
  const rows = await db
    .with('states', q =>
      q
        .selectFrom('messages')
        .select(e => ['mailbox_id', messageState(e).as('state'), emailedInstead(e).as('emailed'), day.as('day')])
        .where('user_id', '=', userId)
        .where('arrived_at', '>=', since)
        .$if(mailboxId !== undefined, of => of.where('mailbox_id', '=', mailboxId ?? '')),
    )
    .selectFrom('states')
    .select(e => ['mailbox_id', 'state', 'emailed', 'day', e.fn.countAll<string>().as('n')])
    .groupBy(['mailbox_id', 'state', 'emailed', 'day'])
    .execute()
  const counted = rows.map(r => ({ mailboxId: r.mailbox_id, state: r.state, emailed: r.emailed, day: r.day, count: Number(r.n) }))
  const total = (state?: MessageState) => counted.filter(c => !state || c.state === state).reduce((sum, c) => sum + c.count, 0)
  return {
    sum: {
      since: since.toISOString(),
      arrived: total(),
      forwarded: total('forwarded'),
      underWay: total('under_way'),
      held: total('held'),
      failed: total('failed'),
      byEmail: counted.filter(c => c.state === 'failed' && c.emailed).reduce((sum, c) => sum + c.count, 0),
      notMatched: total('not_matched'),
      suppressed: total('suppressed'),
    },
    perMailbox: [...new Set(counted.map(c => c.mailboxId))].map(mailboxId => {
      const mailboxCounts = counted.filter(c => c.mailboxId === mailboxId)
      const count = (list: typeof mailboxCounts) => list.reduce((sum, c) => sum + c.count, 0)
      return {
        mailboxId,
        arrived: count(mailboxCounts),
        forwarded: count(mailboxCounts.filter(c => c.state === 'forwarded')),
        daily: Array.from({ length: days }, (_, index) => count(mailboxCounts.filter(c => c.day === index))),
      }
    }),
  }
}
