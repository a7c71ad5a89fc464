// What each part is given of the others: the crossings between rooms, in one place.

import type { Outcome } from '../core/delivery/outcome.ts'
import { isDeedReason } from '../core/mailbox/deeds.ts'
import { languageOfNumber } from '../core/phone/country.ts'
import { saidIn } from '../core/phone/said.ts'
import { monthOf } from '../core/plans/allowance.ts'
import type { Words } from '../core/words/words.ts'
import { openNotices } from './account/notices/links.ts'
import { readerOf } from './account/settings/store.ts'
import type { AnswerParts, Sender } from './answer/parts.ts'
import { readUser } from './auth/store.ts'
import { reserve, settleUsage, usageOf } from './billing/store.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { PersonKeys } from './db/keys.ts'
import type { Db, Tx } from './db/pool.ts'
import { claim } from './delivery/claim/claim.ts'
import { acknowledge } from './delivery/escalation/store.ts'
import { openExplain } from './delivery/explain.ts'
import type { DeliveryParts } from './delivery/handlers.ts'
import { settleIdentity, wakeUnannounced } from './delivery/identity/owners.ts'
import { noteLeaving } from './delivery/leaving/store.ts'
import { linkByCode, pauseDestination, startDestination, stopDestination } from './delivery/link.ts'
import { mayAnswer } from './delivery/number/answers.ts'
import { pauseNumber } from './delivery/number/queue.ts'
import { findByPhone, ownerOfDelivery } from './delivery/owners.ts'
import { deliveryPolicy } from './delivery/policy.ts'
import { type ClaimedDelivery, nextDueAt } from './delivery/queue.ts'
import type { ReplanParts } from './delivery/replan/replan.ts'
import { settle } from './delivery/settle/settle.ts'
import { takeStatus } from './delivery/settle/status.ts'
import { openWindow } from './delivery/store.ts'
import type { Hands } from './delivery/worker.ts'
import { incidents } from './http/figures.ts'
import type { LedgerParts } from './ledger/handlers.ts'
import { explainNow } from './ledger/now.ts'
import { openFinder } from './ledger/search/finder.ts'
import type { Log } from './log.ts'
import { readHeads, readView } from './mail/messages/store.ts'
import type { Mailer } from './mailer.ts'
import { undeliveredWriter } from './notices/undelivered.ts'
import type { NoticeParts } from './notices.ts'
import { type Dns, openDns } from './outside.ts'
import type { Key } from './seal.ts'
import type { Graph } from './whatsapp/client.ts'
import { failureOf, restOf } from './whatsapp/errors.ts'
import { claimInbound, countAnswers, settleInbound } from './whatsapp/owners.ts'
import { explainReason } from './whatsapp/reasons.ts'
import { sendNotice } from './whatsapp/send.ts'
import type { TemplateParts } from './whatsapp/templates/manage.ts'
import type { WebhookParts } from './whatsapp/webhook.ts'
import { onPhone } from './wiring/on-phone.ts'
import { sendClaimed, sendPage } from './wiring/sending.ts'
import { mailsKept, showKept } from './wiring/tapped.ts'

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

/** delivery claims and settles in PostgreSQL and sends through WhatsApp. */
export function deliveryHands(ground: Ground, random: () => number): Hands<ClaimedDelivery> {
  const { config, db, clock, log } = ground
  const policy = policyOf(config)
  const parts = { host: config.hostId, numberId: config.whatsapp.numberId, policy, onFinal: settleUsage, random }
  return {
    claim: limit => claim(db, clock.now(), limit, parts),
    send: async claimed => {
      const leave = () => noteLeaving(db, claimed.userId, claimed, clock.now())
      const outcome = await sendClaimed({ ...ground, templates: templateParts(ground) }, claimed, leave)
      tellOperator(log, outcome)
      return outcome
    },
    settle: done => settle(db, done, clock.now(), parts),
    nextDueAt: () => nextDueAt(db, clock.now(), parts),
    leaseUntil: claimed => claimed.leaseUntil,
    clock,
    policy: { concurrency: config.delivery.concurrency },
    onError: (error, doing) => log.error({ err: error }, `a delivery could not be taken on: ${doing}`),
  }
}

const worthTellingMs = 3_600_000

/** What keeps the whole number from sending for an hour and more is nobody's to mend but the operator's. */
function tellOperator(log: Log, outcome: Outcome): void {
  if (outcome.kind !== 'retry' || outcome.scope !== 'number' || (outcome.afterMs ?? 0) < worthTellingMs) return
  log.error({ reason: outcome.reason }, 'WhatsApp takes nothing from our number: settle it with Meta, then run npm run doctor')
}

/** Keeps our templates as Meta has them, and sends again what waited for one. */
export const templateParts = ({ db, graph, words, clock }: Ground): TemplateParts => ({
  db,
  graph,
  say: words.of('whatsapp'),
  now: clock.now,
  onUsable: tx => wakeUnannounced(tx, clock.now()),
})

/** Phones are linked on wa.me, or in sandbox mode on the page of the same shape that plays it. */
export function deliveryParts({ config, db, clock, words }: Ground, wake: () => void): DeliveryParts {
  return {
    db,
    clock,
    words,
    explain: explainOf(words),
    onFinal: settleUsage,
    reserve,
    wake,
    number: config.whatsapp.number,
    linkBase: standInsOf(config).includes('whatsapp') ? `${config.publicUrl}/sandbox/phone/wa.me` : 'https://wa.me',
  }
}

/** The foreign services that a stand-in plays. */
export function standInsOf({ mode, sandboxUrl, whatsapp, mailer, auth }: Config): string[] {
  const plays = {
    whatsapp: sandboxUrl !== null && whatsapp.graphUrl === sandboxUrl,
    mail: mode === 'sandbox' && mailer.relay === null,
    provider: sandboxUrl !== null && auth.providers.openid?.issuer.startsWith('http://127.0.0.1:') === true,
  }
  return Object.entries(plays).flatMap(([name, isPlayed]) => (isPlayed ? [name] : []))
}

/** answer works off what phones said, with delivery's deeds and WhatsApp's voice. */
export function answerParts(ground: Ground, onMails: Pick<AnswerParts, 'replies' | 'commands' | 'fetchFile' | 'lookBack'>): AnswerParts {
  const { db, clock, log, graph } = ground
  return {
    db,
    clock,
    log,
    claimInbound,
    settleInbound,
    countAnswers,
    linkByCode: (tx, code, consent) => linkByCode(tx, code, consent, { onFinal: settleUsage, ownNumberOf }),
    findByPhone,
    stop: stopDestination,
    start: startDestination,
    pause: pauseDestination,
    ownerOfDelivery,
    acknowledge,
    showAgain: showKept,
    mailsOf: mailsKept,
    read: graph.markRead,
    languageOf,
    say: (to, text, around) => inPace(ground, () => sendNotice(graph, to, text, around)),
    ...onMails,
    list: (to, page) => inPace(ground, () => sendPage({ ...ground, templates: templateParts(ground) }, to, page)),
  }
}

/** The number that a person has proven to be theirs. */
async function ownNumberOf(tx: Tx, userId: string): Promise<string | null> {
  const user = (await readUser(tx, userId))?.user
  return user?.phone_confirmed_at ? user.phone : null
}

async function languageOf(tx: Tx, sender: Sender): Promise<string> {
  const [newest] = await findByPhone(tx, sender)
  return newest ? (await readerOf(tx, newest.user_id)).language : languageOfNumber(sender.waId)
}

/** What is said outside the lanes takes its place in the number's pace all the same; null where the number may say nothing. */
export async function inPace<T>({ config, db, clock }: Ground, send: () => Promise<T>): Promise<T | null> {
  const { whatsapp, delivery } = config
  const may = await mayAnswer({ db, clock, numberId: whatsapp.numberId, numberPerSecond: delivery.numberPerSecond })
  return may ? send() : null
}

/** delivery looks after what its phones did not get; notices write where its person wants a letter. */
export function replanParts({ config, keys }: Ground, mailer: Mailer): ReplanParts {
  const write = undeliveredWriter({ keys, publicUrl: config.publicUrl, mailer })
  return { reserve, onFinal: settleUsage, write, overdueAfterMs: config.delivery.overdueAfterMs }
}

/** notices write by mail, speak to phones with WhatsApp's voice, and show themselves in browsers. */
export function noticeParts(ground: Ground, master: Key, mailer: Mailer, push: NoticeParts['push']): NoticeParts {
  const { config, db, clock, log, graph } = ground
  const { publicUrl } = config
  const notices = openNotices({ master, publicUrl })
  const say: NoticeParts['say'] = (to, text) => inPace(ground, () => sendNotice(graph, to, text))
  return { db, log, machine: systemClock, clock, publicUrl, mailer, notices, say, push }
}

/** delivery takes what WhatsApp reports, and opens the window of a phone that wrote. */
export function hearing({ config, clock, log }: Ground): Pick<WebhookParts, 'onStatus' | 'onInbound'> {
  const { unreachableAfter } = policyOf(config)
  return {
    onStatus: async (tx, status) => {
      const now = clock.now()
      const taken = await takeStatus(tx, status, { now, onFinal: settleUsage, failureOf, unreachableAfter })
      if (taken?.incident) {
        incidents.inc({ kind: taken.incident })
        log.error(
          { deliveryId: taken.deliveryId, wamid: status.wamid, error: status.error },
          'WhatsApp called a message delivered and failed',
        )
      }
      const rest = taken?.state === 'failed' && status.error ? restOf(status.error.code, status.at) : null
      // The number is the last lock: claims hold lanes while they wait for it.
      return rest && rest.until > now ? () => pauseNumber(tx, config.whatsapp.numberId, rest, now, status.at) : undefined
    },
    onInbound: async (tx, { waId, waUserId, at, text, payload }) => {
      const forgotten = await settleIdentity(tx, { waId, waUserId }, at)
      if (forgotten > 0) log.warn({ count: forgotten }, 'a number has a new owner; its phones have to be linked anew')
      // STOP and PAUSE are messages like any other to Meta, but what is held must not slip out before they are answered.
      if (['stop', 'pause'].includes(saidIn(text, payload).kind)) return
      for (const phone of await findByPhone(tx, { waId, waUserId })) await openWindow(tx, phone.user_id, phone.id, at)
    },
  }
}

export const policyOf = (config: Config) => deliveryPolicy({ ...config.delivery, sendTimeoutMs: config.whatsapp.timeoutMs })

/** The ledger reads mail, usage and reasons through the rooms that own them. */
export function ledgerParts(ground: Ground): LedgerParts {
  const { db, clock, keys, words } = ground
  const explain = explainOf(words)
  return {
    db,
    clock,
    keys,
    words,
    finder: openFinder(),
    onPhone: (userId, sent) => onPhone({ ...ground, templates: templateParts(ground) }, userId, sent),
    readHeads: (userId, ids) => readHeads(db, userId, keys, ids),
    readView: (userId, id) => readView(db, userId, keys, id),
    usageOf: (userId, now) => usageOf(db, userId, monthOf(now)),
    explain: (_state, reason) => explain(reason),
    explainDeed: reason => (isDeedReason(reason) ? words.of('ledger')(`deed.${reason}`) : null),
    explainNow: (userId, messageId) => explainNow(db, userId, keys, messageId),
    explainVerdict: reason => (isVerdictReason(reason) ? words.of('ledger')(`verdict.${reason}`) : null),
  }
}

const verdictReasons = [
  'no_destination',
  'stopped',
  'no_forward',
  'not_proven',
  'confirmation',
  'own_mail',
  'copy',
  'backlog',
  'not_handed_over',
] as const
const isVerdictReason = (reason: string | null): reason is (typeof verdictReasons)[number] => verdictReasons.some(known => known === reason)

export const explainOf = (words: Words) => openExplain(words, reason => explainReason(words.of('whatsapp'), reason))

/** Null where nobody is asked. */
export const dnsOf = (config: Config): Dns | null => (config.asksDns ? openDns() : null)
