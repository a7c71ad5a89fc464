// Answers that a person has seen what needs them.
import type { seeNotifications } from '../../../core/api/notifications.ts'
import type { Db } from '../../db/pool.ts'
import type { PersonHandler } from '../../http/route.ts'
import { markSeen } from './store.ts'

export const seenHandler =
  ({ db }: { db: Db }): PersonHandler<typeof seeNotifications> =>
  async ({ userId, body }) => {
    await markSeen(db, userId, body.seen)
    return {}
  }
