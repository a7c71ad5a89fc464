// Answers what needs a person now.
import type { z } from 'zod/mini'
import type { listNotifications, Notification } from '../../../core/api/notifications.ts'
import { type Facts, isNew, type Need, needsOf, pageOfNeeds, type SeenNeeds } from '../../../core/notifications/needs.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { PersonHandler } from '../../http/route.ts'
import { standingOfThings } from './store.ts'

export interface NotificationParts {
  db: Db
  clock: Pick<Clock, 'now'>
  usageOf(userId: string, now: Date): Promise<{ month: string; reserved: number; delivered: number; allowance: number | null }>
  /** What this person has seen of what needs them. */
  seenNeeds(userId: string): Promise<SeenNeeds>
}

/** What failed longer ago stays in the list of mails alone. */
const missedForMs = 7 * 86_400_000

export const notificationsHandler =
  ({ db, clock, usageOf, seenNeeds }: NotificationParts): PersonHandler<typeof listNotifications> =>
  async ({ userId, query }) => {
    const now = clock.now()
    const [standing, usage, seen] = await Promise.all([
      standingOfThings(db, userId, new Date(now.getTime() - missedForMs)),
      usageOf(userId, now),
      seenNeeds(userId),
    ])
    const needs = needsOf({ ...standing, usage: asFact(usage) }, now)
    const page = pageOfNeeds(needs, query.cursor ?? null, query.limit)
    return {
      items: page.items.map(need => asWire(need, seen)),
      next: page.next,
      unseen: needs.filter(need => isNew(need, seen)).length,
    }
  }

type Usage = Awaited<ReturnType<NotificationParts['usageOf']>>
const asFact = ({ month, reserved, delivered, allowance }: Usage): Facts['usage'] => ({ month, used: reserved + delivered, allowance })

const asWire = (need: Need, seen: SeenNeeds): z.input<typeof Notification> => ({
  ...need,
  at: need.at.toISOString(),
  isNew: isNew(need, seen),
})
