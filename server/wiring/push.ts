// Opens browser push: our keys, connections that cannot reach private addresses, and who may subscribe.
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
  /** Never throws when a push service fails. */
  send(userId: string, notice: PushNotice): Promise<void>
}

/** Browsers choose the endpoint, so private addresses are reachable only if the operator allowed their host and port, even in sandbox mode. */
export async function openPush({ config, db, keys, log }: AppContext, master: SealKey): Promise<Push> {
  const outside = openOutside({ allow: config.outsideAllow, loopback: false })
  const identity = { pushKeys: await openPushKeys(db, master, systemClock.now()), subject: contactFor(config) }
  return {
    handlers: words =>
      pushHandlers({
        ...{ db, keys, ...identity, t: words.of('push'), now: systemClock.now },
        isReachable: endpoint => mayReach(new URL(endpoint), config.outsideAllow),
      }),
    send: (userId, notice) => pushTo({ db, log, keys, outside, ...identity }, userId, notice),
  }
}

/** Allows HTTPS on the default port without credentials, and the hosts and ports that the operator allowed. */
const mayReach = ({ protocol, hostname, port, username, password }: URL, allowed: string[]): boolean =>
  username === '' &&
  password === '' &&
  ((protocol === 'https:' && port === '') || (/^https?:$/.test(protocol) && allowed.includes(`${hostname}:${port || 80}`)))

/** The contact for push services when our notifications cause problems (RFC 8292 §2.1). */
const contactFor = ({ publicUrl, operator, smtp }: Config): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${operator.email ?? `postmaster@${smtp.domain}`}`
