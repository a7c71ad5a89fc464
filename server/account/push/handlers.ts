// Lists, adds and removes the browsers that receive a user's push notifications.
import type * as api from '../../../core/api/push.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import { dropSubscription, listSubscriptions, saveSubscription } from './store.ts'
import { type PushKeys, pushRequest } from './web-push.ts'

export interface PushHandlerDeps {
  db: Db
  keys: PersonKeys
  say: Translate<'push'>
  now(): Date
  pushKeys: PushKeys
  /** Of the operator, as push services are told it. */
  subject: string
  /** Whether a push service may be here: by https, or what the operator allowed by host and port. */
  mayReach(endpoint: string): boolean
}

export interface PushHandlers {
  list: PersonHandler<typeof api.listPushSubscriptionsApi>
  add: PersonHandler<typeof api.addPushSubscriptionApi>
  remove: PersonHandler<typeof api.removePushSubscriptionApi>
}

const mostBrowsers = 20

export function pushHandlers({ db, keys, say, now, pushKeys, subject, mayReach }: PushHandlerDeps): PushHandlers {
  return {
    list: async ({ userId }) => ({ items: await listSubscriptions(db, userId), next: null, publicKey: pushKeys.publicKey }),

    add: async ({ userId, body, request }) => {
      if (!mayReach(body.endpoint)) throw new HttpError(422, 'wrong_endpoint', say('refused.endpoint'))
      refuseFalseKeys(body)
      const contentKey = await keys.contentKeyOf(db, userId)
      const given = { id: newId(now()), to: body, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null, now: now() }
      return db.transaction().execute(async tx => {
        const saved = await saveSubscription(tx, userId, contentKey, given)
        if ((await listSubscriptions(tx, userId)).length > mostBrowsers)
          throw new HttpError(422, 'too_many_browsers', say('refused.many', { most: mostBrowsers }))
        return saved
      })
    },

    remove: async ({ userId, params }) => {
      if (!(await dropSubscription(db, userId, params.id))) throw new HttpError(404, 'subscription_unknown', say('refused.unknown'))
      return {}
    },
  }

  /** A point that is not on the curve has the right length all the same. */
  function refuseFalseKeys(to: api.PushDraft): void {
    try {
      pushRequest(to, '{}', 'trial', pushKeys, subject)
    } catch {
      throw new HttpError(422, 'wrong_keys', say('refused.keys'))
    }
  }
}
