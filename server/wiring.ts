// What each part is given of the others: the crossings between rooms, in one place.

import { isDeedReason } from '../core/mailbox/deeds.ts'
import { saidIn } from '../core/phone/said.ts'
import { monthOf } from '../core/plans/allowance.ts'
import type { Words } from '../core/words/words.ts'
import { record } from './account/log.ts'
import { openNotices } from './account/notices/links.ts'
import type { AnswerParts } from './answer.ts'
import type { AuthOptions } from './auth/auth.ts'
import { openBreachCheck } from './auth/breached.ts'
import { readLimits } from './auth/switches.ts'
import { readTrustedKeys } from './auth/trusted-keys.ts'
import { reserve, settleUsage, usageOf } from './billing/store.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { PersonKeys } from './db/keys.ts'
import type { Db } from './db/pool.ts'
import { claim } from './delivery/claim/claim.ts'
import { openExplain } from './delivery/explain.ts'
import type { DeliveryParts } from './delivery/handlers.ts'
import { settleIdentity, wakeUnannounced } from './delivery/identity/owners.ts'
import { noteLeaving } from './delivery/leaving/store.ts'
import { linkByCode, pauseDestination, startDestination, stopDestination } from './delivery/link.ts'
import { pauseNumber } from './delivery/number/queue.ts'
import { findByPhone, ownerOfDelivery } from './delivery/owners.ts'
import { deliveryPolicy } from './delivery/policy.ts'
import { type ClaimedDelivery, nextDueAt, showAgain } from './delivery/queue.ts'
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
import { openSignIns, type SignIns } from './mail/oauth/open.ts'
import { oauthProviders } from './mail/oauth/providers.ts'
import type { Mailer } from './mailer.ts'
import { undeliveredWriter } from './notices/undelivered.ts'
import type { NoticeParts } from './notices.ts'
import { type Dns, type Outside, openDns } from './outside.ts'
import type { Key } from './seal.ts'
import type { Graph } from './whatsapp/client.ts'
import { failureOf, restOf } from './whatsapp/errors.ts'
import { claimInbound, countAnswers, settleInbound } from './whatsapp/owners.ts'
import { explainReason } from './whatsapp/reasons.ts'
import { sendNotice } from './whatsapp/send.ts'
import type { TemplateParts } from './whatsapp/templates/manage.ts'
import type { WebhookParts } from './whatsapp/webhook.ts'
import { onPhone } from './wiring/on-phone.ts'
import { sendClaimed } from './wiring/sending.ts'

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
    send: claimed =>
      sendClaimed({ ...ground, templates: templateParts(ground) }, claimed, () => noteLeaving(db, claimed.userId, claimed, clock.now())),
    settle: done => settle(db, done, clock.now(), parts),
    nextDueAt: () => nextDueAt(db, clock.now(), parts),
    leaseUntil: claimed => claimed.leaseUntil,
    clock,
    policy: { concurrency: config.delivery.concurrency },
    onError: (error, doing) => log.error({ err: error }, `a delivery could not be taken on: ${doing}`),
  }
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

/** Mailboxes that sign in with their provider do so by the real time, as tokens end by it. */
export const openSignInsOf = ({ config, db, keys, log, words }: Ground, outside: Outside): SignIns =>
  openSignIns({
    db,
    keys,
    log,
    outside,
    now: systemClock.now,
    say: words.of('mail'),
    publicUrl: config.publicUrl,
    providers: oauthProviders(config.mailOAuth),
  })

/** The foreign services that a stand-in plays. */
export function standInsOf({ mode, sandboxUrl, whatsapp, mailer }: Config): string[] {
  const plays = { whatsapp: sandboxUrl !== null && whatsapp.graphUrl === sandboxUrl, mail: mode === 'sandbox' && mailer.relay === null }
  return Object.entries(plays).flatMap(([name, isPlayed]) => (isPlayed ? [name] : []))
}

/** auth keeps its mails with its transactions; accounts keep what it saw. */
export function authOptions({ config, db, log }: Ground, master: Key, outside: Outside, mailer: Mailer): AuthOptions {
  const { trustedKeysFile, breachedUrl, limits, ...switches } = config.auth
  return {
    db,
    master,
    // Sessions live by the real time, also where the sandbox has moved its own.
    now: systemClock.now,
    publicUrl: config.publicUrl,
    mailer,
    notices: openNotices({ master, publicUrl: config.publicUrl }),
    switches: { ...switches, limits: { letters: { points: config.mailer.perHour, seconds: 3600 }, ...readLimits(limits) } },
    log,
    record,
    ...(trustedKeysFile && { trustedKeys: readTrustedKeys(trustedKeysFile) }),
    ...(breachedUrl && { isBreached: openBreachCheck({ outside, url: breachedUrl, log }) }),
  }
}

/** answer works off what phones said, with delivery's deeds and WhatsApp's voice. */
export function answerParts({ db, clock, log, graph }: Ground): AnswerParts {
  return {
    db,
    clock,
    log,
    claimInbound,
    settleInbound,
    countAnswers,
    linkByCode: (tx, code, consent) => linkByCode(tx, code, consent, settleUsage),
    findByPhone,
    stop: stopDestination,
    start: startDestination,
    pause: pauseDestination,
    ownerOfDelivery,
    showAgain,
    read: graph.markRead,
    say: (to, text) => sendNotice(graph, to, text),
  }
}

/** delivery looks after what its phones did not get; notices write where its person wants a letter. */
export function replanParts({ config, keys, words }: Ground, mailer: Mailer): ReplanParts {
  const write = undeliveredWriter({ keys, publicUrl: config.publicUrl, words, mailer })
  return { reserve, onFinal: settleUsage, write, overdueAfterMs: config.delivery.overdueAfterMs }
}

/** notices write by mail, and speak to phones with WhatsApp's voice. */
export function noticeParts({ config, db, clock, log, words, graph }: Ground, master: Key, mailer: Mailer): NoticeParts {
  const { publicUrl } = config
  const notices = openNotices({ master, publicUrl })
  const say: NoticeParts['say'] = (to, text) => sendNotice(graph, to, text)
  return { db, log, machine: systemClock, clock, publicUrl, words, mailer, notices, say }
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
      return rest && rest.until > now ? () => pauseNumber(tx, config.whatsapp.numberId, rest, now) : undefined
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
