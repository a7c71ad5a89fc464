// Lists what needs the user's attention now.
import type { z } from 'zod/mini'
import type { listNotificationsApi, Notification } from '../../../../core/api/notifications.ts'
import { isNew, listNeeds, type Need, type NeedFacts, pageNeeds, type SeenNeeds } from '../../../../core/notifications/needs.ts'
import type { Clock } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { readUserFacts } from './store.ts'

export interface NotificationListDeps {
  db: Db
  clock: Pick<Clock, 'now'>
  usageOf(userId: string, now: Date): Promise<{ month: string; reserved: number; delivered: number; allowance: number | null }>
  /** Which notifications the user has seen. */
  seenNeeds(userId: string): Promise<SeenNeeds>
}

/** Older failures show only in the list of emails. */
const failedWithinMs = 7 * 86_400_000

export const notificationsHandler =
  ({ db, clock, usageOf, seenNeeds }: NotificationListDeps): UserHandler<typeof listNotificationsApi> =>
  async ({ userId, query }) => {
    const now = clock.now()
    const [state, usage, seen] = await Promise.all([
      readUserFacts(db, userId, new Date(now.getTime() - failedWithinMs)),
      usageOf(userId, now),
      seenNeeds(userId),
    ])
    const needs = listNeeds({ ...state, usage: toUsageFact(usage) }, now)
    const page = pageNeeds(needs, query.cursor ?? null, query.limit)
    return {
      items: page.items.map(need => toNotification(need, seen)),
      next: page.next,
      unseen: needs.filter(need => isNew(need, seen)).length,
    }
  }

type Usage = Awaited<ReturnType<NotificationListDeps['usageOf']>>
const toUsageFact = ({ month, reserved, delivered, allowance }: Usage): NeedFacts['usage'] => ({
  month,
  used: reserved + delivered,
  allowance,
})

const toNotification = (need: Need, seen: SeenNeeds): z.input<typeof Notification> => ({
  ...need,
  at: need.at.toISOString(),
  isNew: isNew(need, seen),
})
