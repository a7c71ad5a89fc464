// Every URL of the server: who may ask, and who answers. `person` takes no API key, `reader` any of the person's, `writer` one that writes.
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
import * as whole from '../core/api/whole.ts'
import { mountAccount } from './account/account.ts'
import { contactBytes } from './contact.ts'
import { mountMailFiles } from './files/mail/wire.ts'
import { mountFiles } from './files/wire.ts'
import { healthRoutes } from './http/health.ts'
import { openDoors } from './http/route.ts'
import type { Answerers } from './routes/answerers.ts'
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
  const { anyone, person, reader, writer, readerOfLines, download, admin } = openDoors(app, {
    ...who,
    verifySession: who.auth.verifySession,
  })

  anyone('GET', '/api/config', config.getConfig, who.publicConfig)
  anyone('GET', '/api/ip', config.getIp, async ask => ({ ip: ask.request.ip }))
  anyone('GET', '/api/operator', contact.getOperator, who.contact.operator)
  anyone('POST', '/api/contact', contact.writeContact, who.contact.write, contactBytes)
  anyone('POST', '/api/help-votes', help.addVote, who.help.vote)

  reader('GET', '/api/mailboxes', mail.listMailboxes, who.mail.list)
  person('POST', '/api/mailboxes', mail.addMailbox, who.mail.add, checksPerMinute)
  person('PATCH', '/api/mailboxes/:id', mail.changeMailbox, who.mail.change)
  person('DELETE', '/api/mailboxes/:id', mail.removeMailbox, who.disconnect)
  person('POST', '/api/mailboxes/discoveries', mail.discoverMailbox, who.mail.discover, checksPerMinute)
  person('POST', '/api/mailboxes/sign-ins', mail.beginSignIn, who.signIns.begin, checksPerMinute)
  // The browser comes back here by itself, so it brings no token; the sign-in says whose it is.
  app.get('/api/mailboxes/sign-ins/callback', { schema: { hide: true }, exposeHeadRoute: false }, who.signIns.comeBack)
  person('POST', '/api/mailboxes/checks', mail.tryMailbox, who.mail.tryOut, checksPerMinute)
  person('POST', '/api/mailboxes/:id/checks', mail.checkMailbox, who.mail.check, checksPerMinute)
  reader('GET', '/api/mailboxes/:id', mail.getMailbox, who.mail.get)
  person('GET', '/api/mailboxes/:id/folders', mail.listServerFolders, who.mail.serverFolders, checksPerMinute)
  reader('GET', '/api/mailboxes/:id/events', mail.listMailboxEvents, who.mail.events)
  person('GET', '/api/mailboxes/:id/outgoing', outgoing.getOutgoing, who.outgoing.get, checksPerMinute)
  person('PATCH', '/api/mailboxes/:id/outgoing', outgoing.changeOutgoing, who.outgoing.change, checksPerMinute)
  person('POST', '/api/mailboxes/:id/outgoing/checks', outgoing.checkOutgoing, who.outgoing.check, checksPerMinute)

  reader('GET', '/api/filters', filters.listFilters, who.filters.list)
  writer('POST', '/api/filters', filters.addFilter, who.filters.add, savesPerMinute, who.filters.bodies.tree)
  writer('PUT', '/api/filters', filters.replaceFilters, who.filters.replaceAll, textsPerMinute, who.filters.bodies.many)
  writer('POST', '/api/filters/batches', filters.addFilters, who.filters.addAll, textsPerMinute, who.filters.bodies.many)
  writer('PUT', '/api/filters/order', filters.orderFilters, who.filters.order)
  reader('POST', '/api/filters/imports', exchange.readImport, who.filters.readImport, textsPerMinute, who.filters.bodies.many)
  reader('GET', '/api/filters/exports', exchange.getExport, who.filters.getExport, textsPerMinute)
  reader('GET', '/api/filters/lint', trials.lintFilters, who.filters.lint, textsPerMinute)
  readerOfLines('POST', '/api/filters/trials', trials.tryFilter, who.filters.trial, trialsPerMinute, who.filters.bodies.tree)
  reader('POST', '/api/filters/bubbles', trials.drawBubble, who.filters.bubble, trialsPerMinute)
  reader('POST', '/api/filters/examples', trials.findExample, who.filters.example, textsPerMinute)
  reader('GET', '/api/filters/lists', filters.listLists, who.filters.lists)
  writer('PUT', '/api/filters/lists/:name', filters.saveList, who.filters.saveList, textsPerMinute, who.filters.bodies.many)
  writer('DELETE', '/api/filters/lists/:name', filters.removeList, who.filters.removeList)
  reader('GET', '/api/filters/:id', filters.getFilter, who.filters.get)
  writer('PUT', '/api/filters/:id', filters.changeFilter, who.filters.change, savesPerMinute, who.filters.bodies.tree)
  writer('DELETE', '/api/filters/:id', filters.removeFilter, who.filters.remove)
  writer('DELETE', '/api/filters/:id/removal', filters.undoRemoval, who.filters.undoRemoval, savesPerMinute)
  writer('POST', '/api/filters/:id/runs', trials.runFilter, who.filters.runOnPast, runsPerMinute)
  reader('GET', '/api/filters/:id/versions', filters.listVersions, who.filters.versions)
  writer('POST', '/api/filters/:id/versions', filters.restoreVersion, who.filters.restore, savesPerMinute)

  person('GET', '/api/destinations', delivery.listDestinations, who.delivery.list)
  person('POST', '/api/destinations', delivery.addDestination, who.delivery.add, linksPerMinute)
  person('POST', '/api/destinations/:id/links', delivery.renewLink, who.delivery.renew, linksPerMinute)
  person('PATCH', '/api/destinations/:id', delivery.changeDestination, who.delivery.change)
  person('DELETE', '/api/destinations/:id', delivery.removeDestination, who.delivery.remove)
  person('GET', '/api/pause', pause.getPause, who.pause.get)
  person('PUT', '/api/pause', pause.setPause, who.pause.set)
  person('GET', '/api/rotas', rotas.listRotas, who.rotas.list)
  person('POST', '/api/rotas', rotas.addRota, who.rotas.add)
  person('PUT', '/api/rotas/:id', rotas.changeRota, who.rotas.change)
  person('DELETE', '/api/rotas/:id', rotas.removeRota, who.rotas.remove)
  reader('GET', '/api/deliveries/:id/attempts', delivery.listAttempts, who.delivery.attempts)
  writer('POST', '/api/deliveries/:id/attempts', delivery.addAttempt, who.delivery.addAttempt)
  reader('GET', '/api/deliveries/:id/bubble', ledger.getOnPhone, who.ledger.onPhone)

  person('GET', '/api/notifications', notifications.listNotifications, who.notifications.list)
  person('PUT', '/api/notifications/seen', notifications.seeNotifications, who.notifications.see)
  reader('GET', '/api/ledger', ledger.getLedger, who.ledger.ledger)
  reader('GET', '/api/messages', ledger.listMessages, who.ledger.list)
  reader('GET', '/api/messages/:id', ledger.getMessage, who.ledger.get)
  reader('GET', '/api/messages/:id/explanations', ledger.getExplanations, who.ledger.explanations)
  reader('GET', '/api/messages/:id/commands', commands.listCommands, who.ledger.commands)
  reader('GET', '/api/messages/:id/replies', outgoing.listReplies, who.outgoing.list)
  person('POST', '/api/messages/:id/replies', outgoing.addReply, who.outgoing.add, repliesPerMinute)
  person('PATCH', '/api/replies/:id', outgoing.changeReply, who.outgoing.act)
  person('GET', '/api/messages/:id/whole', whole.getWhole, who.whole.whole)
  person('GET', '/api/messages/:id/links', whole.listLinks, who.whole.links)
  person('DELETE', '/api/messages/:id/links', whole.closeLinks, who.whole.close)
  // Who looks may be nobody we know; a bearer, where there is one, is read by the answerer.
  anyone('POST', '/api/views', whole.addView, who.whole.view)

  reader('GET', '/api/settings', settings.getSettings, who.settings.get)
  person('GET', '/api/onboarding', onboarding.getOnboarding, who.onboarding.get)
  person('POST', '/api/test-mails', onboarding.sendTestMail, who.onboarding.sendTestMail, testMailsPerMinute)
  person('PATCH', '/api/settings', settings.changeSettings, who.settings.change)
  person('GET', '/api/push-subscriptions', push.listPushSubscriptions, who.push.list)
  person('POST', '/api/push-subscriptions', push.addPushSubscription, who.push.add, linksPerMinute)
  person('DELETE', '/api/push-subscriptions/:id', push.removePushSubscription, who.push.remove)
  person('GET', '/api/sessions', account.listSessions, who.auth.sessions.list)
  person('DELETE', '/api/sessions/:id', account.endSession, who.auth.sessions.end)
  person('GET', '/api/keys', keys.listKeys, who.keys.list)
  person('POST', '/api/keys', keys.addKey, who.keys.add, keysPerMinute)
  person('DELETE', '/api/keys/:id', keys.revokeKey, who.keys.revoke)
  person('GET', '/api/exports', copies.listExports, who.exports.list)
  person('POST', '/api/exports', copies.startExport, who.exports.start)
  person('DELETE', '/api/exports/:id', copies.removeExport, who.exports.remove)
  download('/api/exports/:id/file', copies.downloadExport, who.exports.download)
  person('POST', '/api/erasures', account.eraseAccount, who.leave, erasuresPerMinute)

  admin('GET', '/api/admin/health', health.getHealth, who.console.get)
  admin('GET', '/api/admin/templates', templates.listTemplates, who.templates.list)
  admin('POST', '/api/admin/templates', templates.addTemplate, who.templates.add)
  admin('PATCH', '/api/admin/templates/:id', templates.changeTemplate, who.templates.change)
  admin('POST', '/api/admin/templates/previews', templates.previewTemplate, who.templates.preview)
  admin('POST', '/api/admin/templates/:id/submissions', templates.submitTemplate, who.templates.submit, checksPerMinute)
  admin('POST', '/api/admin/templates/syncs', templates.syncTemplates, who.templates.sync, checksPerMinute)
  admin('GET', '/api/admin/whatsapp/checks', checks.checkWhatsApp, who.doctor.checks, checksPerMinute)

  await who.auth.register(app)
  await mountAccount(app, who.account)
  await mountFiles(app, who.files)
  mountMailFiles(app, who.mailFiles)
  await who.live.register(app)
  app.get('/webhooks/whatsapp', { schema: { hide: true }, ...webhookRoute }, who.whatsapp.verify)
  app.post('/webhooks/whatsapp', { schema: { hide: true }, ...webhookRoute }, who.whatsapp.hear)
  healthRoutes(app, who.health)
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
