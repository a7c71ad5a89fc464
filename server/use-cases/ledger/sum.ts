// Counts a user's messages by result: arrived = forwarded + under way + held + failed + not matched + suppressed.
import type { Sum } from '../../../core/api/ledger.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { type PeriodCounts, readPeriodCounts } from './counts/read.ts'

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
  const counts = await readPeriodCounts(db, userId, { since, days, mailboxId })
  return {
    sum: { since: since.toISOString(), ...addUp(counts) },
    perMailbox: [...Map.groupBy(counts, one => one.mailboxId)].map(([id, ofMailbox]) => {
      const { arrived, forwarded } = addUp(ofMailbox)
      const periods = Map.groupBy(ofMailbox, one => one.period)
      const daily = Array.from({ length: days }, (_, period) => addUp(periods.get(period) ?? []).arrived)
      return { mailboxId: id, arrived, forwarded, daily }
    }),
  }
}

function addUp(counts: PeriodCounts[]): Omit<Sum, 'since'> {
  const total = (part: keyof Omit<PeriodCounts, 'mailboxId' | 'period'>) => counts.reduce((sum, one) => sum + one[part], 0)
  const parts = {
    forwarded: total('forwarded'),
    underWay: total('underWay'),
    held: total('held'),
    failed: total('failed'),
    notMatched: total('notMatched'),
    suppressed: total('suppressed'),
  }
  const arrived = Object.values(parts).reduce((sum, count) => sum + count, 0)
  return { ...parts, arrived, byEmail: total('byEmail') }
}
