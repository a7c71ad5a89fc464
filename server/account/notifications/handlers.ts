// Marks a user's notifications as seen.
import type { seeNotificationsApi } from '../../../core/api/notifications.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { markSeen } from './store.ts'

export const markSeenHandler =
  ({ db }: { db: Db }): UserHandler<typeof seeNotificationsApi> =>
  async ({ userId, body }) => {
    await markSeen(db, userId, body.seen)
    return {}
  }
