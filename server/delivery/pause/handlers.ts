// Reads and sets the pause of all of a user's phones.
import type * as api from '../../../core/api/pause.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { pauseAllPhones, readPause } from './store.ts'

export interface PauseDeps {
  db: Db
  clock: Pick<Clock, 'now'>
  /** Called after the commit when a lane may continue. */
  wake(): void
}

export interface PauseHandlers {
  get: UserHandler<typeof api.getPauseApi>
  set: UserHandler<typeof api.setPauseApi>
}

export const pauseHandlers = ({ db, clock, wake }: PauseDeps): PauseHandlers => ({
  get: async ({ userId }) => toWire(await readPause(db, userId, clock.now())),
  set: async ({ userId, body }) => {
    const until = body.until === null ? null : new Date(body.until)
    const end = await db.transaction().execute(tx => pauseAllPhones(tx, userId, until, clock.now()))
    wake()
    return toWire(end)
  },
})

const toWire = (until: Date | null) => ({ until: until?.toISOString() ?? null })
