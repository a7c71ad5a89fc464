// Reads and sets the pause of all of a user's phones.
import type * as api from '../../../core/api/pause.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { pauseAll, pauseOf } from './store.ts'

export interface PauseDeps {
  db: Db
  clock: Pick<Clock, 'now'>
  /** Called after the commit when a lane may go on. */
  wake(): void
}

export interface PauseHandlers {
  get: PersonHandler<typeof api.getPauseApi>
  set: PersonHandler<typeof api.setPauseApi>
}

export const pauseHandlers = ({ db, clock, wake }: PauseDeps): PauseHandlers => ({
  get: async ({ userId }) => asWire(await pauseOf(db, userId, clock.now())),
  set: async ({ userId, body }) => {
    const until = body.until === null ? null : new Date(body.until)
    const end = await db.transaction().execute(tx => pauseAll(tx, userId, until, clock.now()))
    wake()
    return asWire(end)
  },
})

const asWire = (until: Date | null) => ({ until: until?.toISOString() ?? null })
