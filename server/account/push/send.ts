// Pushes a notification to a user's browsers, and deletes subscriptions that no longer exist.
import type { PushNotice } from '../../../core/api/push.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Outside } from '../../foundation/outside.ts'
import { dropSubscription, type OpenedSubscription, openSubscriptions } from './store.ts'
import { type PushKeys, pushRequest } from './web-push.ts'

export interface PushDeps {
  db: Db
  log: Log
  keys: UserKeys
  /** Must not allow loopback, because the user chooses the endpoint. */
  outside: Pick<Outside, 'request'>
  pushKeys: PushKeys
  subject: string
}

const timeoutMs = 10_000
const maxResponseBytes = 64 * 1024
/** Push services accept 4096 bytes, of which encryption uses about 100 (RFC 8291 §4). */
const maxTextLength = 600
const goneStatuses = new Set([404, 410])

/** Best effort: failed pushes are not retried, because the user also gets an email. */
export async function pushTo(deps: PushDeps, userId: string, notification: PushNotice): Promise<void> {
  const subscriptions = await openSubscriptions(deps.db, userId, await deps.keys.contentKeyOf(deps.db, userId))
  await Promise.all(subscriptions.map(subscription => push(deps, userId, subscription, notification)))
}

async function push(
  { db, log, outside, pushKeys, subject }: PushDeps,
  userId: string,
  { id, to }: OpenedSubscription,
  notification: PushNotice,
) {
  const { host } = new URL(to.endpoint)
  try {
    const { headers, body } = await pushRequest(to, buildPayload(notification), notification.path, pushKeys, subject)
    const response = await outside.request({ method: 'POST', url: to.endpoint, headers, body, timeoutMs, maxBytes: maxResponseBytes })
    if (goneStatuses.has(response.status)) await dropSubscription(db, userId, id)
    else if (response.status >= 300) log.warn({ host, status: response.status }, 'a push service refused a notification')
  } catch (error) {
    // The endpoint itself is a secret and must not be logged.
    log.warn({ host, reason: error instanceof Error ? error.name : 'unknown' }, 'a push service could not be reached')
  }
}

const buildPayload = ({ title, text, path }: PushNotice): string =>
  JSON.stringify({ title: title.slice(0, maxTextLength), text: text.slice(0, maxTextLength), path })
