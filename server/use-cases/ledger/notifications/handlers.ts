// Lists what needs the user's attention now.
import type { z } from 'zod/mini'
import type { listNotificationsApi, Notification } from '../../../../core/api/notifications.ts'
import { isNew, listNeeds, type Need, type NeedFacts, pageNeeds, type SeenNeeds } from '../../../../core/notifications/needs.ts'
import type { Clock } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { listLinkedPhones, nothingToPay, readPayments, readUserFacts } from './store.ts'

export interface NotificationListDeps {
  db: Db
  clock: Pick<Clock, 'now'>
  usageOf(userId: string, now: Date): Promise<NeedFacts['billing']['usage']>
  allowanceOf(userId: string, now: Date): Promise<NeedFacts['billing']['allowance']>
  /** Plans are sold on this server. */
  sells: boolean
  /** Since when WhatsApp has had trouble, and when it last ended; unless it concerns everybody, only for some phones. */
  whatsappTrouble(now: Date): Promise<NeedFacts['whatsapp'] & { isEverybodys: boolean; destinationIds: string[] }>
  /** Which notifications the user has seen. */
  seenNeeds(userId: string): Promise<SeenNeeds>
}

/** Older failures show only in the list of emails. */
const failedWithinMs = 7 * 86_400_000

export const notificationsHandler =
  ({
    db,
    clock,
    usageOf,
    allowanceOf,
    sells,
    whatsappTrouble,
    seenNeeds,
  }: NotificationListDeps): UserHandler<typeof listNotificationsApi> =>
  async ({ userId, query }) => {
    const now = clock.now()
    const [state, usage, allowance, payments, trouble, linkedIds, seen] = await Promise.all([
      readUserFacts(db, userId, new Date(now.getTime() - failedWithinMs)),
      usageOf(userId, now),
      allowanceOf(userId, now),
      sells ? readPayments(db, userId) : nothingToPay,
      whatsappTrouble(now),
      listLinkedPhones(db, userId),
      seenNeeds(userId),
    ])
    const whatsapp = {
      since: linkedIds.some(id => trouble.isEverybodys || trouble.destinationIds.includes(id)) ? trouble.since : null,
      endedAt: linkedIds.length > 0 ? trouble.endedAt : null,
    }
    const needs = listNeeds({ ...state, whatsapp, billing: { usage, allowance, ...payments } }, now)
    const page = pageNeeds(needs, query.cursor ?? null, query.limit)
    return {
      items: page.items.map(need => toNotification(need, seen)),
      next: page.next,
      unseen: needs.filter(need => isNew(need, seen)).length,
    }
  }

const toNotification = (need: Need, seen: SeenNeeds): z.input<typeof Notification> => ({
  ...need,
  at: need.at.toISOString(),
  until: need.until?.toISOString() ?? null,
  isNew: isNew(need, seen),
})
