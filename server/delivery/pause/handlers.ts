// Answers requests about a rest for all phones of a person at once.
import type * as api from '../../../core/api/pause.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { PersonHandler } from '../../http/route.ts'
import { pauseAll, pauseOf } from './store.ts'

export interface PauseParts {
  db: Db
  clock: Pick<Clock, 'now'>
  /** Called after the commit when a lane may go on. */
  wake(): void
}

export interface PauseHandlers {
  get: PersonHandler<typeof api.getPause>
  set: PersonHandler<typeof api.setPause>
}

export const pauseHandlers = ({ db, clock, wake }: PauseParts): PauseHandlers => ({
  get: async ({ userId }) => asWire(await pauseOf(db, userId, clock.now())),
  set: async ({ userId, body }) => {
    const until = body.until === null ? null : new Date(body.until)
    const end = await db.transaction().execute(tx => pauseAll(tx, userId, until, clock.now()))
    wake()
    return asWire(end)
  },
})

const asWire = (until: Date | null) => ({ until: until?.toISOString() ?? null })
