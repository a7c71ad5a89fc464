// Answers what needs the user's attention now.
import type { z } from 'zod/mini'
import type { listNotificationsApi, Notification } from '../../../../core/api/notifications.ts'
import { isNew, type Need, type NeedFacts, needsOf, pageOfNeeds, type SeenNeeds } from '../../../../core/notifications/needs.ts'
import type { Clock } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { PersonHandler } from '../../../foundation/http/route.ts'
import { readUserFacts } from './store.ts'

export interface NotificationListDeps {
  db: Db
  clock: Pick<Clock, 'now'>
  usageOf(userId: string, now: Date): Promise<{ month: string; reserved: number; delivered: number; allowance: number | null }>
  /** What this person has seen of what needs them. */
  seenNeeds(userId: string): Promise<SeenNeeds>
}

/** What failed longer ago stays in the list of mails alone. */
const missedForMs = 7 * 86_400_000

export const notificationsHandler =
  ({ db, clock, usageOf, seenNeeds }: NotificationListDeps): PersonHandler<typeof listNotificationsApi> =>
  async ({ userId, query }) => {
    const now = clock.now()
    const [state, usage, seen] = await Promise.all([
      readUserFacts(db, userId, new Date(now.getTime() - missedForMs)),
      usageOf(userId, now),
      seenNeeds(userId),
    ])
    const needs = needsOf({ ...state, usage: asFact(usage) }, now)
    const page = pageOfNeeds(needs, query.cursor ?? null, query.limit)
    return {
      items: page.items.map(need => asWire(need, seen)),
      next: page.next,
      unseen: needs.filter(need => isNew(need, seen)).length,
    }
  }

type Usage = Awaited<ReturnType<NotificationListDeps['usageOf']>>
const asFact = ({ month, reserved, delivered, allowance }: Usage): NeedFacts['usage'] => ({ month, used: reserved + delivered, allowance })

const asWire = (need: Need, seen: SeenNeeds): z.input<typeof Notification> => ({
  ...need,
  at: need.at.toISOString(),
  isNew: isNew(need, seen),
})
