// The app context that every binding starts from, and a few helpers they share.
import type { Words } from '../../core/words/words.ts'
import { openExplain } from '../delivery/explain.ts'
import { wakeUnannounced } from '../delivery/identity-owners.ts'
import { mayReply } from '../delivery/number/reply-pace.ts'
import { deliveryPolicy } from '../delivery/policy.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import type { PersonKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import type { Log } from '../foundation/log.ts'
import { type Dns, openDns } from '../foundation/outside.ts'
import type { Graph } from '../whatsapp/client.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import type { TemplateDeps } from '../whatsapp/templates/manage.ts'

/** The ground that every crossing stands on. */
export interface AppContext {
  config: Config
  log: Log
  db: Db
  keys: PersonKeys
  /** Of deliveries, windows and sweeps; in sandbox mode it follows the sandbox's. */
  clock: Clock
  words: Words
  graph: Graph
}

/** Keeps our templates as Meta has them, and sends again what waited for one. */
export const templateDeps = ({ db, graph, words, clock }: AppContext): TemplateDeps => ({
  db,
  graph,
  say: words.of('whatsapp'),
  now: clock.now,
  onUsable: tx => wakeUnannounced(tx, clock.now()),
})

/** The foreign services that a stand-in plays. */
export function standInsOf({ mode, sandboxUrl, whatsapp, mailer, auth }: Config): string[] {
  const plays = {
    whatsapp: sandboxUrl !== null && whatsapp.graphUrl === sandboxUrl,
    mail: mode === 'sandbox' && mailer.relay === null,
    provider: sandboxUrl !== null && auth.providers.openid?.issuer.startsWith('http://127.0.0.1:') === true,
  }
  return Object.entries(plays).flatMap(([name, isPlayed]) => (isPlayed ? [name] : []))
}

/** What is said outside the lanes takes its place in the number's pace all the same; null where the number may say nothing. */
export async function inPace<T>({ config, db, clock }: AppContext, send: () => Promise<T>): Promise<T | null> {
  const { whatsapp, delivery } = config
  const may = await mayReply({ db, clock, numberId: whatsapp.numberId, numberPerSecond: delivery.numberPerSecond })
  return may ? send() : null
}

export const policyOf = (config: Config) => deliveryPolicy({ ...config.delivery, sendTimeoutMs: config.whatsapp.timeoutMs })

export const explainOf = (words: Words) => openExplain(words, reason => explainReason(words.of('whatsapp'), reason))

/** Null where nobody is asked. */
export const dnsOf = (config: Config): Dns | null => (config.asksDns ? openDns() : null)
