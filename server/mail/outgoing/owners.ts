// Claims due replies of all users; of two hosts that ask at once, one gets each.
import { afterReply, type ReplyEffect } from '../../../core/message/reply/state.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { type ReplyRow, toReplyProgress } from './rows.ts'
import { type ReplyAttempt, saveReply } from './store.ts'

export interface ClaimedReply {
  row: ReplyRow
  /** Identifies this claim; an outcome under a different one belongs to another host. */
  attempt: ReplyAttempt
  effects: ReplyEffect[]
}

/** The next due reply, leased for `leaseMs`; null when there is none. */
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
    const { reply, effects } = afterReply(toReplyProgress(row), { kind: 'claimed', leaseMs }, now)
    await saveReply(tx, row.user_id, row.id, reply, now)
    const { attempts, sentChecks, filingAttempts, dispatchedAt } = reply
    return {
      row: { ...row, attempts, sent_checks: sentChecks, filing_attempts: filingAttempts, state: reply.state, dispatched_at: dispatchedAt },
      attempt: { attempts, sentChecks, filingAttempts },
      effects,
    }
  })
}
