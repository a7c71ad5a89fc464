// Lists, adds and removes the browsers that receive a user's push notifications.
import type * as api from '../../../core/api/push.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import { dropSubscription, listSubscriptions, saveSubscription } from './store.ts'
import { type PushKeys, pushRequest } from './web-push.ts'

export interface PushHandlerDeps {
  db: Db
  keys: UserKeys
  t: Translate<'push'>
  now(): Date
  pushKeys: PushKeys
  /** The operator's contact for push services. */
  subject: string
  /** Whether an endpoint is allowed: https, or a host and port that the operator allows. */
  isReachable(endpoint: string): boolean
}

export interface PushHandlers {
  list: UserHandler<typeof api.listPushSubscriptionsApi>
  add: UserHandler<typeof api.addPushSubscriptionApi>
  remove: UserHandler<typeof api.removePushSubscriptionApi>
}

const maxBrowsers = 20

export function pushHandlers({ db, keys, t, now, pushKeys, subject, isReachable }: PushHandlerDeps): PushHandlers {
  return {
    list: async ({ userId }) => ({ items: await listSubscriptions(db, userId), next: null, publicKey: pushKeys.publicKey }),

    add: async ({ userId, body, request }) => {
      if (!isReachable(body.endpoint)) throw new HttpError(422, 'wrong_endpoint', t('refused.endpoint'))
      await refuseInvalidKeys(body)
      const contentKey = await keys.contentKeyOf(db, userId)
      const subscription = { id: newId(now()), to: body, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null, now: now() }
      return db.transaction().execute(async tx => {
        const saved = await saveSubscription(tx, userId, contentKey, subscription)
        if ((await listSubscriptions(tx, userId)).length > maxBrowsers)
          throw new HttpError(422, 'too_many_browsers', t('refused.many', { most: maxBrowsers }))
        return saved
      })
    },

    remove: async ({ userId, params }) => {
      if (!(await dropSubscription(db, userId, params.id))) throw new HttpError(404, 'subscription_unknown', t('refused.unknown'))
      return {}
    },
  }

  /** Builds a trial request, because a point outside the curve still has the right length. */
  async function refuseInvalidKeys(to: api.PushDraft): Promise<void> {
    try {
      await pushRequest(to, '{}', 'trial', pushKeys, subject)
    } catch {
      throw new HttpError(422, 'wrong_keys', t('refused.keys'))
    }
  }
}
