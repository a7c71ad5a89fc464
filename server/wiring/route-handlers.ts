// Binds every route's handler to what it needs from other modules.
import { helpHandlers } from '../account/help/handlers.ts'
import { openKeyCheck } from '../account/keys/check.ts'
import { markSeenHandler } from '../account/notifications/handlers.ts'
import { readSeenNeeds } from '../account/notifications/store.ts'
import { settingsHandlers } from '../account/settings/handlers.ts'
import { listRoles } from '../account/store.ts'
import { deliveryHandlers } from '../delivery/handlers.ts'
import { readVisibleTrouble } from '../delivery/number/trouble-notices-queue.ts'
import { pauseHandlers } from '../delivery/pause/handlers.ts'
import { rotaHandlers } from '../delivery/rota/handlers.ts'
import { filterHandlers } from '../filters/handlers.ts'
import { trialHandlers } from '../filters/trial/handlers.ts'
import { systemClock } from '../foundation/clock.ts'
import { cacheCheck, isAnswering } from '../foundation/http/health.ts'
import { keyedDigest } from '../foundation/seal.ts'
import { version } from '../foundation/version.ts'
import { recordRetentionChange } from '../mail/erasing/retention-owners.ts'
import { mailHandlers } from '../mail/mailboxes/handlers.ts'
import { openDevices } from '../mail/messages/web-view/device.ts'
import { webViewHandlers } from '../mail/messages/web-view/handlers.ts'
import type { RouteHandlers } from '../routes/route-handlers.ts'
import { noticesHandler } from '../use-cases/admin/settings/handlers.ts'
import { contactHandlers } from '../use-cases/contact.ts'
import { disconnectHandler } from '../use-cases/disconnect.ts'
import { leaveHandler } from '../use-cases/leave.ts'
import { ledgerHandlers } from '../use-cases/ledger/handlers.ts'
import { notificationsHandler } from '../use-cases/ledger/notifications/handlers.ts'
import { onboardingHandlers } from '../use-cases/onboarding.ts'
import { pastRunHandlers } from '../use-cases/past-run/handlers.ts'
import { linkAccess } from '../use-cases/sending/links.ts'
import { previewDraft } from '../use-cases/sending/preview.ts'
import { webhookHandlers } from '../whatsapp/webhook.ts'
import { bindAdminHandlers } from './admin.ts'
import { bindContactWords } from './admin-email-texts.ts'
import { bindErase } from './administration.ts'
import { type AppContext, openDnsIfEnabled, sendingDeps } from './app.ts'
import { bindBillingHandlers } from './billing.ts'
import { deliveryDeps } from './delivery.ts'
import { bindExportHandlers } from './exports.ts'
import { fileDeps } from './files.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { bindKeyHandlers } from './keys.ts'
import { ledgerDeps } from './ledger.ts'
import { bindLive, signalingWebhook } from './live.ts'
import { noteChange } from './logged-changes.ts'
import { webhookEvents } from './news.ts'
import { onboardingDeps } from './onboarding.ts'
import { bindDoctor } from './operations.ts'
import { bindOutgoingHandlers } from './outgoing.ts'
import { pastRunDeps, pastRunHandlerDeps } from './past-run.ts'
import { buildPublicConfig } from './public-config.ts'
import { bindNewPhones } from './security-emails.ts'
import { filterDeps, rotaDeps } from './trials.ts'
import { bindUndo } from './undo.ts'
import { webViewDeps } from './web-view.ts'
import { webhookDeps } from './webhook.ts'

export const bindHandlers = (app: AppContext, deps: HandlerDeps): RouteHandlers => ({
  ...callers(app, deps),
  ...bindAccountHandlers(app, deps),
  ...bindMailHandlers(app, deps),
  ...bindFilterHandlers(app, deps),
  ...bindPhoneHandlers(app, deps),
  ...bindServerHandlers(app, deps),
})

/** Who calls, and how often they may. */
const callers = ({ config, db, limitsOf }: AppContext, { auth, master }: HandlerDeps) => ({
  db,
  now: systemClock.now,
  fingerprint: (text: string) => keyedDigest(master, text),
  auth,
  rolesOf: (userId: string) => listRoles(db, userId),
  verifyKey: openKeyCheck(db, systemClock.now, limitsOf),
  keyRequestsPerMinute: () => config.keyRequestsPerMinute,
})

const bindAccountHandlers = (app: AppContext, handlerDeps: HandlerDeps) => {
  const { auth, master, mailer, signIns, jobs, push, billing, work } = handlerDeps
  const { config, db, words } = app
  return {
    account: { db, master, now: systemClock.now, readBearer: auth.readBearer, publishableKey: config.publishableKey },
    files: fileDeps(app, auth, master),
    keys: bindKeyHandlers(app, auth, { mailer, master }),
    exports: bindExportHandlers(app, jobs, auth, { mailer, master }),
    undo: bindUndo(app, handlerDeps),
    settings: settingsHandlers({
      ...{ db, now: systemClock.now, retentionDays: () => config.retentionDays },
      ...{ limitsOf: app.limitsOf, onRetentionChange: recordRetentionChange },
    }),
    push: push.handlers(words),
    billing: bindBillingHandlers(app, billing),
    leave: leaveHandler({ auth, say: words.of('auth'), erase: bindErase(app, signIns, billing.payments) }),
    onboarding: onboardingHandlers(onboardingDeps(app, work.onMail)),
    notifications: {
      list: notificationsHandler({
        ...ledgerDeps(app),
        allowanceOf: (userId, now) => app.allowance.allowanceOf(db, userId, now),
        sells: config.billing.provider !== null,
        whatsappTrouble: now => readVisibleTrouble(db, config.whatsapp.numberId, now),
        seenNeeds: userId => readSeenNeeds(db, userId),
      }),
      see: markSeenHandler({ db }),
    },
  }
}

const bindMailHandlers = (app: AppContext, { auth, master, outside, signIns, databaseUrl, guard }: HandlerDeps) => {
  const { config, db, keys, words, clock, log } = app
  const devices = openDevices(master, systemClock.now, config.publicUrl.startsWith('https:'))
  const links = linkAccess(app)
  return {
    mail: mailHandlers({
      ...{ db, keys, outside, say: words.of('mail'), limitsOf: app.limitsOf },
      domain: config.smtp.domain,
      dns: openDnsIfEnabled(config),
      tokens: signIns.tokens,
    }),
    signIns: signIns.handlers,
    disconnect: disconnectHandler({ db, now: clock.now, say: words.of('mail'), revoke: signIns.revoke }),
    outgoing: bindOutgoingHandlers(app, outside, signIns),
    webView: webViewHandlers(webViewDeps(app, auth, devices, links)),
    markDevice: devices.mark,
    onChange: noteChange(app),
    mailFiles: {
      db,
      keys,
      now: clock.now,
      findMessageOfLink: links.messageWithOpenFiles,
      notFoundText: words.of('whatsapp')('files.gone'),
    },
    ledger: ledgerHandlers(ledgerDeps(app)),
    live: bindLive({ db, databaseUrl, log, auth, publishableKey: config.publishableKey, isBlocked: guard.isBlocked }),
  }
}

const bindFilterHandlers = (app: AppContext, handlerDeps: HandlerDeps): Pick<RouteHandlers, 'filters'> => {
  const { auth, trials, work } = handlerDeps
  const deps = filterDeps(app, trials, bindNewPhones(app, auth, handlerDeps))
  return {
    filters: {
      ...filterHandlers(deps),
      ...trialHandlers(deps),
      bubble: ({ userId, body }) => previewDraft(sendingDeps(app), userId, body),
      ...pastRunHandlers(pastRunHandlerDeps(app, pastRunDeps(app, trials, work.wakeDelivery))),
    },
  }
}

const bindPhoneHandlers = (app: AppContext, { work, onStep }: HandlerDeps) => {
  const { config, db, clock, log } = app
  return {
    delivery: deliveryHandlers(deliveryDeps(app, work.wakeDelivery)),
    pause: pauseHandlers({ db, clock, wake: work.wakeDelivery }),
    rotas: rotaHandlers(rotaDeps(app)),
    whatsapp: webhookHandlers({
      ...{ db, log, onStep },
      options: () => config.whatsapp,
      now: clock.now,
      ...webhookEvents(app),
      ...signalingWebhook({ ...webhookDeps(app), onCommitted: work.wakeAll }, work.signalChange),
    }),
  }
}

const bindServerHandlers = (app: AppContext, deps: HandlerDeps) => {
  const { auth, mailer, signIns, settings } = deps
  const { config, db, words, graph } = app
  const isWhatsAppReachable = async () => (await graph.numberInfo()).kind === 'number'
  return {
    publicConfig: () => buildPublicConfig(app, auth, signIns),
    notices: noticesHandler({ settings, now: systemClock.now, say: words.of('http') }),
    help: helpHandlers({ db, now: systemClock.now }),
    contact: contactHandlers({
      db,
      mailer,
      operator: () => config.operator,
      publicUrl: config.publicUrl,
      say: words.of('contact'),
      sayInEmail: bindContactWords(app),
    }),
    doctor: bindDoctor(app, deps),
    admin: bindAdminHandlers(app, deps, cacheCheck(isWhatsAppReachable)),
    metricsToken: config.metricsToken,
    api: { version, publicUrl: config.publicUrl },
    health: {
      database: () => isAnswering(db),
      whatsapp: isWhatsAppReachable,
    },
  }
}
