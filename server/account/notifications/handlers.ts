// Answers that a person has seen what needs them.
import type { seeNotifications } from '../../../core/api/notifications.ts'
import type { Db } from '../../db/pool.ts'
import type { PersonHandler } from '../../http/route.ts'
import { markSeen } from './store.ts'

export interface SeenParts {
  db: Db
  /** The latest hour that may be called seen. */
  now(): Date
}

export const seenHandler =
  ({ db, now }: SeenParts): PersonHandler<typeof seeNotifications> =>
  async ({ userId, body }) => {
    const until = new Date(Math.min(Date.parse(body.until), now().getTime()))
    return { until: (await markSeen(db, userId, until)).toISOString() }
  }
