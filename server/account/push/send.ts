// Pushes a notification to a user's browsers, and forgets subscriptions that no longer exist.
import type { PushNotice } from '../../../core/api/push.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Outside } from '../../foundation/outside.ts'
import { dropSubscription, openSubscriptions, type Subscribed } from './store.ts'
import { type PushKeys, pushRequest } from './web-push.ts'

export interface PushDeps {
  db: Db
  log: Log
  keys: PersonKeys
  /** Does not open this machine, whatever else does: a person names the endpoint. */
  outside: Pick<Outside, 'request'>
  pushKeys: PushKeys
  subject: string
}

const timeoutMs = 10_000
const answerBytes = 64 * 1024
/** A push service takes 4096 bytes, of which encryption needs some 100 (RFC 8291 §4). */
const mostText = 600
const gone = new Set([404, 410])

/** At best: a push service that does not answer is not asked again, the email is there. */
export async function pushTo(deps: PushDeps, userId: string, notice: PushNotice): Promise<void> {
  const subscribed = await openSubscriptions(deps.db, userId, await deps.keys.contentKeyOf(deps.db, userId))
  await Promise.all(subscribed.map(one => push(deps, userId, one, notice)))
}

async function push({ db, log, outside, pushKeys, subject }: PushDeps, userId: string, { id, to }: Subscribed, notice: PushNotice) {
  const { host } = new URL(to.endpoint)
  try {
    const { headers, body } = pushRequest(to, payloadOf(notice), notice.path, pushKeys, subject)
    const answer = await outside.request({ method: 'POST', url: to.endpoint, headers, body, timeoutMs, mostBytes: answerBytes })
    if (gone.has(answer.status)) await dropSubscription(db, userId, id)
    else if (answer.status >= 300) log.warn({ host, status: answer.status }, 'a push service did not take a notice')
  } catch (error) {
    // The endpoint itself is a secret of the browser's.
    log.warn({ host, why: error instanceof Error ? error.name : 'unknown' }, 'a push service could not be reached')
  }
}

const payloadOf = ({ title, text, path }: PushNotice): string =>
  JSON.stringify({ title: title.slice(0, mostText), text: text.slice(0, mostText), path })
