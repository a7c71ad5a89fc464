// Every URL of the server, who may call it, and which handler answers. `person` takes no API key, `reader` any key of the user's, `writer` one that may write.
import type { FastifyInstance } from 'fastify'
import * as account from '../core/api/account.ts'
import * as checks from '../core/api/checks.ts'
import * as commands from '../core/api/commands.ts'
import * as config from '../core/api/config.ts'
import * as contact from '../core/api/contact.ts'
import * as delivery from '../core/api/delivery.ts'
import * as copies from '../core/api/exports.ts'
import * as exchange from '../core/api/filter-exchange.ts'
import * as trials from '../core/api/filter-trials.ts'
import * as filters from '../core/api/filters.ts'
import * as health from '../core/api/health.ts'
import * as help from '../core/api/help.ts'
import * as keys from '../core/api/keys.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import * as notifications from '../core/api/notifications.ts'
import * as onboarding from '../core/api/onboarding.ts'
import * as outgoing from '../core/api/outgoing.ts'
import * as pause from '../core/api/pause.ts'
import * as push from '../core/api/push.ts'
import * as rotas from '../core/api/rotas.ts'
import * as settings from '../core/api/settings.ts'
import * as templates from '../core/api/templates.ts'
import * as whole from '../core/api/web-view.ts'
import { mountAccount } from './account/account.ts'
import { mountMailFiles } from './files/attachments/wire.ts'
import { mountFiles } from './files/wire.ts'
import { healthRoutes } from './foundation/http/health.ts'
import { openRoutes } from './foundation/http/route.ts'
import type { Answerers } from './routes/answerers.ts'
import { contactBytes } from './use-cases/contact.ts'
import { webhookRoute } from './whatsapp/webhook.ts'

/** Each may try a mailed code. */
const erasuresPerMinute = 5
/** Each may try a mailed code. */
const keysPerMinute = 5
/** A connection test reaches for a server that the person names. */
const checksPerMinute = 20
const linksPerMinute = 20
const repliesPerMinute = 20
/** Each is weighed against kept mail. */
const savesPerMinute = 120
/** All filters are asked about several mails. */
const testMailsPerMinute = 10
/** All kept mail is looked through and sent. */
const runsPerMinute = 6
/** One for each key that is struck, nearly. */
const trialsPerMinute = 240
/** Filters and lists by the hundred are read, or kept, as one. */
const textsPerMinute = 60

export async function mountRoutes(app: FastifyInstance, who: Answerers): Promise<void> {
  const { anyone, person, reader, writer, readerOfLines, download, admin } = openRoutes(app, {
    ...who,
    verifySession: who.auth.verifySession,
  })

  anyone('GET', '/api/config', config.getConfigApi, who.publicConfig)
  anyone('GET', '/api/ip', config.getIpApi, async ask => ({ ip: ask.request.ip }))
  anyone('GET', '/api/operator', contact.getOperatorApi, who.contact.operator)
  anyone('POST', '/api/contact', contact.writeContactApi, who.contact.write, contactBytes)
  anyone('POST', '/api/help-votes', help.addVoteApi, who.help.vote)

  reader('GET', '/api/mailboxes', mail.listMailboxesApi, who.mail.list)
  person('POST', '/api/mailboxes', mail.addMailboxApi, who.mail.add, checksPerMinute)
  person('PATCH', '/api/mailboxes/:id', mail.changeMailboxApi, who.mail.change)
  person('DELETE', '/api/mailboxes/:id', mail.removeMailboxApi, who.disconnect)
  person('POST', '/api/mailboxes/discoveries', mail.discoverMailboxApi, who.mail.discover, checksPerMinute)
  person('POST', '/api/mailboxes/sign-ins', mail.beginSignInApi, who.signIns.begin, checksPerMinute)
  // The browser comes back here by itself, so it brings no token; the sign-in says whose it is.
  app.get('/api/mailboxes/sign-ins/callback', { schema: { hide: true }, exposeHeadRoute: false }, who.signIns.comeBack)
  person('POST', '/api/mailboxes/checks', mail.tryMailboxApi, who.mail.tryOut, checksPerMinute)
  person('POST', '/api/mailboxes/:id/checks', mail.checkMailboxApi, who.mail.check, checksPerMinute)
  reader('GET', '/api/mailboxes/:id', mail.getMailboxApi, who.mail.get)
  person('GET', '/api/mailboxes/:id/folders', mail.listServerFoldersApi, who.mail.serverFolders, checksPerMinute)
  reader('GET', '/api/mailboxes/:id/events', mail.listMailboxEventsApi, who.mail.events)
  person('GET', '/api/mailboxes/:id/outgoing', outgoing.getOutgoingApi, who.outgoing.get, checksPerMinute)
  person('PATCH', '/api/mailboxes/:id/outgoing', outgoing.changeOutgoingApi, who.outgoing.change, checksPerMinute)
  person('POST', '/api/mailboxes/:id/outgoing/checks', outgoing.checkOutgoingApi, who.outgoing.check, checksPerMinute)

  reader('GET', '/api/filters', filters.listFiltersApi, who.filters.list)
  writer('POST', '/api/filters', filters.addFilterApi, who.filters.add, savesPerMinute, who.filters.bodies.tree)
  writer('PUT', '/api/filters', filters.replaceFiltersApi, who.filters.replaceAll, textsPerMinute, who.filters.bodies.many)
  writer('POST', '/api/filters/batches', filters.addFiltersApi, who.filters.addAll, textsPerMinute, who.filters.bodies.many)
  writer('PUT', '/api/filters/order', filters.orderFiltersApi, who.filters.order)
  reader('POST', '/api/filters/imports', exchange.readImportApi, who.filters.readImport, textsPerMinute, who.filters.bodies.many)
  reader('GET', '/api/filters/exports', exchange.getExportApi, who.filters.getExport, textsPerMinute)
  reader('GET', '/api/filters/lint', trials.lintFiltersApi, who.filters.lint, textsPerMinute)
  readerOfLines('POST', '/api/filters/trials', trials.tryFilterApi, who.filters.trial, trialsPerMinute, who.filters.bodies.tree)
  reader('POST', '/api/filters/bubbles', trials.drawBubbleApi, who.filters.bubble, trialsPerMinute)
  reader('POST', '/api/filters/examples', trials.findExampleApi, who.filters.example, textsPerMinute)
  reader('GET', '/api/filters/lists', filters.listListsApi, who.filters.lists)
  writer('PUT', '/api/filters/lists/:name', filters.saveListApi, who.filters.saveList, textsPerMinute, who.filters.bodies.many)
  writer('DELETE', '/api/filters/lists/:name', filters.removeListApi, who.filters.removeList)
  reader('GET', '/api/filters/:id', filters.getFilterApi, who.filters.get)
  writer('PUT', '/api/filters/:id', filters.changeFilterApi, who.filters.change, savesPerMinute, who.filters.bodies.tree)
  writer('DELETE', '/api/filters/:id', filters.removeFilterApi, who.filters.remove)
  writer('DELETE', '/api/filters/:id/removal', filters.undoRemovalApi, who.filters.undoRemoval, savesPerMinute)
  writer('POST', '/api/filters/:id/runs', trials.runFilterApi, who.filters.runOnPast, runsPerMinute)
  reader('GET', '/api/filters/:id/versions', filters.listVersionsApi, who.filters.versions)
  writer('POST', '/api/filters/:id/versions', filters.restoreVersionApi, who.filters.restore, savesPerMinute)

  person('GET', '/api/destinations', delivery.listDestinationsApi, who.delivery.list)
  person('POST', '/api/destinations', delivery.addDestinationApi, who.delivery.add, linksPerMinute)
  person('POST', '/api/destinations/:id/links', delivery.renewLinkApi, who.delivery.renew, linksPerMinute)
  person('PATCH', '/api/destinations/:id', delivery.changeDestinationApi, who.delivery.change)
  person('DELETE', '/api/destinations/:id', delivery.removeDestinationApi, who.delivery.remove)
  person('GET', '/api/pause', pause.getPauseApi, who.pause.get)
  person('PUT', '/api/pause', pause.setPauseApi, who.pause.set)
  person('GET', '/api/rotas', rotas.listRotasApi, who.rotas.list)
  person('POST', '/api/rotas', rotas.addRotaApi, who.rotas.add)
  person('PUT', '/api/rotas/:id', rotas.changeRotaApi, who.rotas.change)
  person('DELETE', '/api/rotas/:id', rotas.removeRotaApi, who.rotas.remove)
  reader('GET', '/api/deliveries/:id/attempts', delivery.listAttemptsApi, who.delivery.attempts)
  writer('POST', '/api/deliveries/:id/attempts', delivery.addAttemptApi, who.delivery.addAttempt)
  reader('GET', '/api/deliveries/:id/bubble', ledger.getOnPhoneApi, who.ledger.onPhone)

  person('GET', '/api/notifications', notifications.listNotificationsApi, who.notifications.list)
  person('PUT', '/api/notifications/seen', notifications.seeNotificationsApi, who.notifications.see)
  reader('GET', '/api/ledger', ledger.getLedgerApi, who.ledger.ledger)
  reader('GET', '/api/messages', ledger.listMessagesApi, who.ledger.list)
  reader('GET', '/api/messages/:id', ledger.getMessageApi, who.ledger.get)
  reader('GET', '/api/messages/:id/explanations', ledger.getExplanationsApi, who.ledger.explanations)
  reader('GET', '/api/messages/:id/commands', commands.listCommandsApi, who.ledger.commands)
  reader('GET', '/api/messages/:id/replies', outgoing.listRepliesApi, who.outgoing.list)
  person('POST', '/api/messages/:id/replies', outgoing.addReplyApi, who.outgoing.add, repliesPerMinute)
  person('PATCH', '/api/replies/:id', outgoing.changeReplyApi, who.outgoing.act)
  person('GET', '/api/messages/:id/whole', whole.getWebViewApi, who.whole.whole)
  person('GET', '/api/messages/:id/links', whole.listLinksApi, who.whole.links)
  person('DELETE', '/api/messages/:id/links', whole.closeLinksApi, who.whole.close)
  // Who looks may be nobody we know; a bearer, where there is one, is read by the answerer.
  anyone('POST', '/api/views', whole.addViewApi, who.whole.view)

  reader('GET', '/api/settings', settings.getSettingsApi, who.settings.get)
  person('GET', '/api/onboarding', onboarding.getOnboardingApi, who.onboarding.get)
  person('POST', '/api/test-mails', onboarding.sendTestMailApi, who.onboarding.sendTestMail, testMailsPerMinute)
  person('PATCH', '/api/settings', settings.changeSettingsApi, who.settings.change)
  person('GET', '/api/push-subscriptions', push.listPushSubscriptionsApi, who.push.list)
  person('POST', '/api/push-subscriptions', push.addPushSubscriptionApi, who.push.add, linksPerMinute)
  person('DELETE', '/api/push-subscriptions/:id', push.removePushSubscriptionApi, who.push.remove)
  person('GET', '/api/sessions', account.listSessionsApi, who.auth.sessions.list)
  person('DELETE', '/api/sessions/:id', account.endSessionApi, who.auth.sessions.end)
  person('GET', '/api/keys', keys.listKeysApi, who.keys.list)
  person('POST', '/api/keys', keys.addKeyApi, who.keys.add, keysPerMinute)
  person('DELETE', '/api/keys/:id', keys.revokeKeyApi, who.keys.revoke)
  person('GET', '/api/exports', copies.listExportsApi, who.exports.list)
  person('POST', '/api/exports', copies.startExportApi, who.exports.start)
  person('DELETE', '/api/exports/:id', copies.removeExportApi, who.exports.remove)
  download('/api/exports/:id/file', copies.downloadExportApi, who.exports.download)
  person('POST', '/api/erasures', account.eraseAccountApi, who.leave, erasuresPerMinute)

  admin('GET', '/api/admin/health', health.getHealthApi, who.console.get)
  admin('GET', '/api/admin/templates', templates.listTemplatesApi, who.templates.list)
  admin('POST', '/api/admin/templates', templates.addTemplateApi, who.templates.add)
  admin('PATCH', '/api/admin/templates/:id', templates.changeTemplateApi, who.templates.change)
  admin('POST', '/api/admin/templates/previews', templates.previewTemplateApi, who.templates.preview)
  admin('POST', '/api/admin/templates/:id/submissions', templates.submitTemplateApi, who.templates.submit, checksPerMinute)
  admin('POST', '/api/admin/templates/syncs', templates.syncTemplatesApi, who.templates.sync, checksPerMinute)
  admin('GET', '/api/admin/whatsapp/checks', checks.checkWhatsAppApi, who.doctor.checks, checksPerMinute)

  await who.auth.register(app)
  await mountAccount(app, who.account)
  await mountFiles(app, who.files)
  mountMailFiles(app, who.mailFiles)
  await who.live.register(app)
  app.get('/webhooks/whatsapp', { schema: { hide: true }, ...webhookRoute }, who.whatsapp.verify)
  app.post('/webhooks/whatsapp', { schema: { hide: true }, ...webhookRoute }, who.whatsapp.receive)
  healthRoutes(app, who.health)
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
