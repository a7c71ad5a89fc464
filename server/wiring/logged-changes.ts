// Keeps a person's own changes of mailboxes and filters in their log.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { readOrigin, recordActivity } from '../account/log.ts'
import { systemClock } from '../foundation/clock.ts'
import type { RouteChange } from '../foundation/http/route.ts'
import { loggedChange } from '../routes/logged-changes.ts'
import type { AppContext } from './app.ts'

const WithId = z.looseObject({ id: z.string() })

/** The change itself is done: if it cannot be logged, it stands all the same. */
export const noteChange =
  ({ db, log }: Pick<AppContext, 'db' | 'log'>) =>
  async ({ method, url, userId, sessionId, answer }: RouteChange, request: FastifyRequest): Promise<void> => {
    const name = loggedChange(method, url)
    if (name === null) return
    const resource = [request.params, answer].map(part => WithId.safeParse(part)).find(part => part.success)
    await recordActivity(db, {
      ...{ name, status: 'success', userId, email: null, details: { by: sessionId === null ? 'api_key' : 'session' } },
      ...readOrigin(request, systemClock.now()),
      resourceType: name.split('.')[0] ?? null,
      resourceId: resource?.data?.id ?? null,
    }).catch((error: unknown) => log.error({ err: error, change: name }, 'a change of a person could not be logged'))
  }
