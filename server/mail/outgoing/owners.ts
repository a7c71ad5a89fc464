// Claims due replies of all users; when two hosts ask at once, one gets each.
import { afterReply, type ReplyEffect } from '../../../core/message/reply/state.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { type KeptReply, replyOf } from './rows.ts'
import { type ReplyAttempt, saveReply } from './store.ts'

export interface ClaimedReply {
  row: KeptReply
  /** What comes in under another is another host's. */
  turn: ReplyAttempt
  effects: ReplyEffect[]
}

/** The next that is due, held for `leaseMs`; null when none is. */
export function claimReply(db: Db, now: Date, leaseMs: number): Promise<ClaimedReply | null> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('replies')
      .selectAll()
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const { reply, effects } = afterReply(replyOf(row), { kind: 'claimed', leaseMs }, now)
    await saveReply(tx, row.user_id, row.id, reply, now)
    const { attempts, looks, filings, leftAt } = reply
    return {
      row: { ...row, attempts, sent_checks: looks, filing_attempts: filings, state: reply.state, dispatched_at: leftAt },
      turn: { attempts, looks, filings },
      effects,
    }
  })
}
