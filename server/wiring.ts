// The ground that every crossing between rooms stands on, and what several of them share.
import type { Words } from '../core/words/words.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { PersonKeys } from './db/keys.ts'
import type { Db } from './db/pool.ts'
import { openExplain } from './delivery/explain.ts'
import { wakeUnannounced } from './delivery/identity/owners.ts'
import { mayAnswer } from './delivery/number/answers.ts'
import { deliveryPolicy } from './delivery/policy.ts'
import type { Log } from './log.ts'
import { type Dns, openDns } from './outside.ts'
import type { Graph } from './whatsapp/client.ts'
import { explainReason } from './whatsapp/reasons.ts'
import type { TemplateParts } from './whatsapp/templates/manage.ts'

/** The ground that every crossing stands on. */
export interface Ground {
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
export const templateParts = ({ db, graph, words, clock }: Ground): TemplateParts => ({
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
export async function inPace<T>({ config, db, clock }: Ground, send: () => Promise<T>): Promise<T | null> {
  const { whatsapp, delivery } = config
  const may = await mayAnswer({ db, clock, numberId: whatsapp.numberId, numberPerSecond: delivery.numberPerSecond })
  return may ? send() : null
}

export const policyOf = (config: Config) => deliveryPolicy({ ...config.delivery, sendTimeoutMs: config.whatsapp.timeoutMs })

export const explainOf = (words: Words) => openExplain(words, reason => explainReason(words.of('whatsapp'), reason))

/** Null where nobody is asked. */
export const dnsOf = (config: Config): Dns | null => (config.asksDns ? openDns() : null)
