// Opens browser push: our keys, a connection that never reaches this machine, and who may subscribe.
import type { PushNotice } from '../../core/api/push.ts'
import type { Words } from '../../core/words/words.ts'
import { type PushHandlers, pushHandlers } from '../account/push/handlers.ts'
import { openPushKeys } from '../account/push/keys.ts'
import { pushTo } from '../account/push/send.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import { openOutside } from '../foundation/outside.ts'
import type { SealKey } from '../foundation/seal.ts'
import type { AppContext } from './app.ts'

export interface Push {
  handlers(words: Words): PushHandlers
  /** Never throws on account of a push service. */
  tell(userId: string, notice: PushNotice): Promise<void>
}

/** The endpoint is what a browser says it is, so that only what the operator allowed by host and port may be inside, in sandbox mode too. */
export async function openPush({ config, db, keys, log }: AppContext, master: SealKey): Promise<Push> {
  const outside = openOutside({ allow: config.outsideAllow, loopback: false })
  const ours = { pushKeys: await openPushKeys(db, master, systemClock.now()), subject: subjectOf(config) }
  return {
    handlers: words =>
      pushHandlers({
        ...{ db, keys, ...ours, say: words.of('push'), now: systemClock.now },
        mayReach: endpoint => mayReach(new URL(endpoint), config.outsideAllow),
      }),
    tell: (userId, notice) => pushTo({ db, log, keys, outside, ...ours }, userId, notice),
  }
}

/** Push services are asked by their usual door, and by nobody's name; what else the operator allowed, by host and port. */
const mayReach = ({ protocol, hostname, port, username, password }: URL, allowed: string[]): boolean =>
  username === '' &&
  password === '' &&
  ((protocol === 'https:' && port === '') || (/^https?:$/.test(protocol) && allowed.includes(`${hostname}:${port || 80}`)))

/** Whom a push service writes to when something is wrong with our notices (RFC 8292 §2.1). */
const subjectOf = ({ publicUrl, operator, smtp }: Config): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${operator.email ?? `postmaster@${smtp.domain}`}`
