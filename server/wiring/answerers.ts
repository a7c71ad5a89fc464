// Who answers the routes: the handlers of every room, each with what it is given of the others.
import { helpHandlers } from '../account/help/handlers.ts'
import { openKeyCheck } from '../account/keys/check.ts'
import { seenHandler } from '../account/notifications/handlers.ts'
import { seenNeeds } from '../account/notifications/store.ts'
import { settingsHandlers } from '../account/settings/handlers.ts'
import { hasRole } from '../account/store.ts'
import { healthHandlers } from '../admin/health/handlers.ts'
import { templateHandlers } from '../admin/templates.ts'
import type { Auth } from '../auth/auth.ts'
import { networkOf } from '../auth/limits.ts'
import { systemClock } from '../clock.ts'
import { contactHandlers } from '../contact.ts'
import { deliveryHandlers } from '../delivery/handlers.ts'
import { pauseHandlers } from '../delivery/pause/handlers.ts'
import { rotaHandlers } from '../delivery/rota/handlers.ts'
import { disconnectHandler } from '../disconnect.ts'
import { doctorHandlers } from '../doctor/handlers.ts'
import { filterHandlers } from '../filters/handlers.ts'
import { trialHandlers } from '../filters/trial/handlers.ts'
import type { Trials } from '../filters/trial/trials.ts'
import { kept } from '../http/health.ts'
import type { Jobs } from '../jobs.ts'
import { leaveHandler } from '../leave.ts'
import { ledgerHandlers } from '../ledger/handlers.ts'
import { notificationsHandler } from '../ledger/notifications/handlers.ts'
import { mailHandlers } from '../mail/handlers.ts'
import type { SignIns } from '../mail/oauth/open.ts'
import { openDevices } from '../mail/whole/device.ts'
import { wholeHandlers } from '../mail/whole/handlers.ts'
import type { Mailer } from '../mailer.ts'
import { onboardingHandlers } from '../onboarding.ts'
import type { Outside } from '../outside.ts'
import { pastRunHandler } from '../past-run.ts'
import type { Answerers } from '../routes/answerers.ts'
import { type Key, keyedDigest } from '../seal.ts'
import { webhookHandlers } from '../whatsapp/webhook.ts'
import { dnsOf, type Ground, templateParts } from '../wiring.ts'
import { wordsOf } from '../words.ts'
import { eraseOf } from './administration.ts'
import { deliveryParts } from './delivering.ts'
import { exportHandlersOf } from './exports.ts'
import { fileParts } from './files.ts'
import { healthParts } from './health.ts'
import { hearing } from './hearing.ts'
import { keyHandlersOf } from './keys.ts'
import { ledgerParts } from './ledger.ts'
import { linkRules } from './links.ts'
import { openLiveOf, tellingReports } from './live.ts'
import { news } from './news.ts'
import { previewed } from './on-phone.ts'
import { onboardingParts } from './onboarding.ts'
import { outgoingHandlersOf } from './outgoing.ts'
import { pastRunParts } from './past-run.ts'
import { publicConfigOf } from './public-config.ts'
import type { Push } from './push.ts'
import { filterParts, rotaParts } from './trials.ts'
import { wholeParts } from './whole.ts'
import type { Work } from './work.ts'

export interface Answering {
  auth: Auth
  mailer: Mailer
  master: Key
  outside: Outside
  signIns: SignIns
  databaseUrl: string
  push: Push
  jobs: Jobs
  work: Work
  trials: Trials
}

export const answerersOf = (ground: Ground, given: Answering): Answerers => ({
  ...askers(ground, given),
  ...onPeople(ground, given),
  ...onMail(ground, given),
  ...onFilters(ground, given),
  ...onPhones(ground, given),
  ...onServer(ground, given),
})

/** Who asks, and how often they may. */
const askers = ({ config, db }: Ground, { auth, master }: Answering) => ({
  db,
  now: systemClock.now,
  fingerprint: (text: string) => keyedDigest(master, text),
  auth,
  isAdmin: (userId: string) => hasRole(db, userId, 'admin'),
  verifyKey: openKeyCheck(db, systemClock.now),
  keyRequestsAMinute: config.keyRequestsAMinute,
})

const onPeople = (ground: Ground, { auth, master, mailer, signIns, jobs, push, work }: Answering) => {
  const { config, db, words } = ground
  return {
    account: { db, master, now: systemClock.now, readBearer: auth.readBearer, publishableKey: config.publishableKey },
    files: fileParts(ground, auth, master),
    keys: keyHandlersOf(ground, auth, mailer),
    exports: exportHandlersOf(ground, jobs),
    settings: settingsHandlers({ db, now: systemClock.now, retentionDays: config.retentionDays }),
    push: push.handlers(words),
    leave: leaveHandler({ auth, say: words.of('auth'), erase: eraseOf(ground, signIns) }),
    onboarding: onboardingHandlers(onboardingParts(ground, work.onMail)),
    notifications: {
      list: notificationsHandler({ ...ledgerParts(ground), seenNeeds: userId => seenNeeds(db, userId) }),
      see: seenHandler({ db }),
    },
  }
}

const onMail = (ground: Ground, { auth, master, outside, signIns, databaseUrl }: Answering) => {
  const { config, db, keys, words, clock, log } = ground
  const devices = openDevices(master, systemClock.now, config.publicUrl.startsWith('https:'))
  const rules = linkRules(ground)
  return {
    mail: mailHandlers({
      ...{ db, keys, outside, say: words.of('mail') },
      domain: config.smtp.domain,
      dns: dnsOf(config),
      tokens: signIns.tokens,
    }),
    signIns: signIns.handlers,
    disconnect: disconnectHandler({ db, now: clock.now, say: words.of('mail'), revoke: signIns.revoke }),
    outgoing: outgoingHandlersOf(ground, outside, signIns),
    whole: wholeHandlers(wholeParts(ground, auth, devices, rules)),
    markDevice: devices.mark,
    mailFiles: { db, keys, now: clock.now, showsFiles: rules.showsFiles, gone: words.of('whatsapp')('files.gone') },
    ledger: ledgerHandlers(ledgerParts(ground)),
    live: openLiveOf({ db, databaseUrl, log, auth, publishableKey: config.publishableKey }),
  }
}

const onFilters = (ground: Ground, { trials, work }: Answering): Pick<Answerers, 'filters'> => {
  const parts = filterParts(ground, trials)
  return {
    filters: {
      ...filterHandlers(parts),
      ...trialHandlers(parts),
      bubble: ({ userId, body }) => previewed({ ...ground, templates: templateParts(ground) }, userId, body),
      runOnPast: pastRunHandler(pastRunParts(ground, trials, work.wakeDelivery)),
    },
  }
}

const onPhones = (ground: Ground, { work }: Answering) => {
  const { config, db, clock } = ground
  return {
    delivery: deliveryHandlers(deliveryParts(ground, work.wakeDelivery)),
    pause: pauseHandlers({ db, clock, wake: work.wakeDelivery }),
    rotas: rotaHandlers(rotaParts(ground)),
    whatsapp: webhookHandlers({
      db,
      ...config.whatsapp,
      now: clock.now,
      ...news(ground),
      ...tellingReports({ ...hearing(ground), onCommitted: work.wakeAll }, work.tell),
    }),
    templates: templateHandlers(templateParts({ ...ground, words: wordsOf() })),
  }
}

const onServer = (ground: Ground, { auth, mailer, outside, signIns, work }: Answering) => {
  const { config, db, words, graph } = ground
  const isWhatsAppThere = async () => (await graph.numberInfo()).kind === 'number'
  return {
    publicConfig: () => publicConfigOf(ground, auth, signIns),
    help: helpHandlers({ db, now: systemClock.now, networkOf }),
    contact: contactHandlers({ db, mailer, operator: config.operator, publicUrl: config.publicUrl, say: words.of('contact') }),
    doctor: doctorHandlers({ config, problems: [], outside, db, dns: dnsOf(config), now: systemClock.now }, words),
    console: healthHandlers(healthParts(ground, work.smtpPort, kept(isWhatsAppThere))),
    health: {
      database: async () => (await db.selectNoFrom(e => e.lit(1).as('one')).execute()).length === 1,
      whatsapp: isWhatsAppThere,
    },
  }
}
