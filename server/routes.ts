// Lists every URL of the server, its handler and who may call it: `user` takes no API key, `proven` neither and asks for a proof of the last ten minutes, `reader` any, `writer` one that may write. Those of the console are in routes/admin.ts.
import type { FastifyInstance } from 'fastify'
import * as account from '../core/api/account.ts'
import * as billing from '../core/api/billing.ts'
import * as commands from '../core/api/commands.ts'
import * as config from '../core/api/config.ts'
import * as contact from '../core/api/contact.ts'
import * as delivery from '../core/api/delivery.ts'
import * as copies from '../core/api/exports.ts'
import * as exchange from '../core/api/filter-exchange.ts'
import * as trials from '../core/api/filter-trials.ts'
import * as filters from '../core/api/filters.ts'
import * as help from '../core/api/help.ts'
import * as keys from '../core/api/keys.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import { getNoticesApi } from '../core/api/notices.ts'
import * as notifications from '../core/api/notifications.ts'
import * as onboarding from '../core/api/onboarding.ts'
import * as outgoing from '../core/api/outgoing.ts'
import * as pause from '../core/api/pause.ts'
import * as push from '../core/api/push.ts'
import * as rotas from '../core/api/rotas.ts'
import * as settings from '../core/api/settings.ts'
import * as webViews from '../core/api/web-view.ts'
import { mountAccount } from './account/account.ts'
import { stripeWebhookRoute } from './billing/stripe/webhook-route.ts'
import { mountAttachments } from './files/attachments/wire.ts'
import { mountFiles } from './files/wire.ts'
import { healthRoutes } from './foundation/http/health.ts'
import { completeDocument } from './foundation/http/openapi/document.ts'
import { renderReference } from './foundation/http/openapi/reference.ts'
import { nameOperations } from './foundation/http/operations.ts'
import { openRoutes } from './foundation/http/route.ts'
import { loadWords, requestLanguage } from './foundation/words.ts'
import { mountAdminRoutes } from './routes/admin.ts'
import { apiModules, nameRecursiveSchemas } from './routes/api-modules.ts'
import { keyLimits, limitKeys } from './routes/key-limits.ts'
import type { RouteHandlers } from './routes/route-handlers.ts'
import { contactBytes } from './use-cases/contact.ts'
import { undoRoutes } from './use-cases/undo/routes.ts'
import { webhookRoute } from './whatsapp/webhook.ts'

/** Each request may try an emailed code. */
const erasuresPerMinute = 5
/** Each request may try an emailed code. */
const keysPerMinute = 5
/** A connection test contacts a server that the user names. */
const checksPerMinute = 20
const linksPerMinute = 20
/** Each asks the payment provider. */
const paymentsPerMinute = 30
/** A page that waits for a payment asks every second or two. */
const waitsPerMinute = 120
const repliesPerMinute = 20
/** Each is estimated on stored messages. */
const savesPerMinute = 120
/** All filters are evaluated on several messages. */
const testEmailsPerMinute = 10
/** All stored messages are searched and sent. */
const runsPerMinute = 6
/** Nearly one per keystroke. */
const trialsPerMinute = 240
/** Hundreds of filters and lists are read or saved at once. */
const textsPerMinute = 60

export async function mountRoutes(app: FastifyInstance, handlers: RouteHandlers): Promise<void> {
  nameOperations(apiModules)
  nameRecursiveSchemas()
  const {
    public: publicRoute,
    user,
    proven,
    reader,
    writer,
    readerStream,
    download,
  } = openRoutes(app, {
    ...handlers,
    verifySession: handlers.auth.verifySession,
    requireProof: ({ userId, sessionId }) => handlers.auth.refuseUnproven(userId, sessionId),
  })

  publicRoute('GET', '/api/config', config.getConfigApi, handlers.publicConfig)
  publicRoute('GET', '/api/notices', getNoticesApi, handlers.notices)
  publicRoute('GET', '/api/ip', config.getIpApi, async ({ request }) => ({ ip: request.ip }))
  publicRoute('GET', '/api/operator', contact.getOperatorApi, handlers.contact.operator)
  publicRoute('POST', '/api/contact', contact.writeContactApi, handlers.contact.write, contactBytes)
  publicRoute('POST', '/api/help-votes', help.addVoteApi, handlers.help.vote)
  publicRoute('GET', '/api/plans', billing.listPlansApi, handlers.billing.plans)

  reader('GET', '/api/mailboxes', mail.listMailboxesApi, handlers.mail.list)
  writer('POST', '/api/mailboxes', mail.addMailboxApi, limitKeys(handlers.mail.add, keyLimits.addMailbox), checksPerMinute)
  writer('PATCH', '/api/mailboxes/:id', mail.changeMailboxApi, limitKeys(handlers.mail.change, keyLimits.changeMailbox))
  writer('DELETE', '/api/mailboxes/:id', mail.removeMailboxApi, limitKeys(handlers.disconnect, keyLimits.removeMailbox))
  user('POST', '/api/mailboxes/discoveries', mail.discoverMailboxApi, handlers.mail.discover, checksPerMinute)
  user('POST', '/api/mailboxes/sign-ins', mail.beginSignInApi, handlers.signIns.beginSignIn, checksPerMinute)
  // The provider redirects the browser here without a token; the sign-in state identifies the user.
  app.get('/api/mailboxes/sign-ins/callback', { schema: { hide: true }, exposeHeadRoute: false }, handlers.signIns.comeBack)
  user('POST', '/api/mailboxes/checks', mail.tryMailboxApi, handlers.mail.tryOut, checksPerMinute)
  user('POST', '/api/mailboxes/:id/checks', mail.checkMailboxApi, handlers.mail.check, checksPerMinute)
  reader('GET', '/api/mailboxes/:id', mail.getMailboxApi, handlers.mail.get)
  user('GET', '/api/mailboxes/:id/folders', mail.listServerFoldersApi, handlers.mail.serverFolders, checksPerMinute)
  reader('GET', '/api/mailboxes/:id/events', mail.listMailboxEventsApi, handlers.mail.events)
  user('GET', '/api/mailboxes/:id/outgoing', outgoing.getOutgoingApi, handlers.outgoing.get, checksPerMinute)
  user('PATCH', '/api/mailboxes/:id/outgoing', outgoing.changeOutgoingApi, handlers.outgoing.change, checksPerMinute)
  user('POST', '/api/mailboxes/:id/outgoing/checks', outgoing.checkOutgoingApi, handlers.outgoing.check, checksPerMinute)

  reader('GET', '/api/filters', filters.listFiltersApi, handlers.filters.list)
  writer('POST', '/api/filters', filters.addFilterApi, handlers.filters.add, savesPerMinute, handlers.filters.bodies.tree)
  writer('PUT', '/api/filters', filters.replaceFiltersApi, handlers.filters.replaceAll, textsPerMinute, handlers.filters.bodies.many)
  writer('POST', '/api/filters/batches', filters.addFiltersApi, handlers.filters.addAll, textsPerMinute, handlers.filters.bodies.many)
  writer('PUT', '/api/filters/order', filters.orderFiltersApi, handlers.filters.order)
  reader('POST', '/api/filters/imports', exchange.readImportApi, handlers.filters.readImport, textsPerMinute, handlers.filters.bodies.many)
  reader('GET', '/api/filters/exports', exchange.getExportApi, handlers.filters.getExport, textsPerMinute)
  reader('GET', '/api/filters/lint', trials.lintFiltersApi, handlers.filters.lint, textsPerMinute)
  readerStream('POST', '/api/filters/trials', trials.tryFilterApi, handlers.filters.trial, trialsPerMinute, handlers.filters.bodies.tree)
  reader('POST', '/api/filters/previews', trials.previewFilterApi, handlers.filters.bubble, trialsPerMinute)
  reader('POST', '/api/filters/examples', trials.findExampleApi, handlers.filters.example, textsPerMinute)
  reader('GET', '/api/filters/lists', filters.listListsApi, handlers.filters.lists)
  writer('PUT', '/api/filters/lists/:name', filters.saveListApi, handlers.filters.saveList, textsPerMinute, handlers.filters.bodies.many)
  writer('DELETE', '/api/filters/lists/:name', filters.removeListApi, handlers.filters.removeList)
  reader('GET', '/api/filters/:id', filters.getFilterApi, handlers.filters.get)
  writer('PUT', '/api/filters/:id', filters.changeFilterApi, handlers.filters.change, savesPerMinute, handlers.filters.bodies.tree)
  writer('DELETE', '/api/filters/:id', filters.removeFilterApi, handlers.filters.remove)
  writer('DELETE', '/api/filters/:id/removal', filters.undoRemovalApi, handlers.filters.undoRemoval, savesPerMinute)
  writer('POST', '/api/filters/:id/runs', trials.runFilterApi, handlers.filters.run, runsPerMinute)
  reader('GET', '/api/filters/:id/runs', trials.listRunsApi, handlers.filters.listPastRuns)
  reader('GET', '/api/filters/:id/versions', filters.listVersionsApi, handlers.filters.versions)
  writer('POST', '/api/filters/:id/versions', filters.restoreVersionApi, handlers.filters.restore, savesPerMinute)

  reader('GET', '/api/destinations', delivery.listDestinationsApi, handlers.delivery.list)
  proven('POST', '/api/destinations', delivery.addDestinationApi, handlers.delivery.add, linksPerMinute)
  proven('POST', '/api/destinations/:id/links', delivery.renewLinkApi, handlers.delivery.renew, linksPerMinute)
  writer('PATCH', '/api/destinations/:id', delivery.changeDestinationApi, limitKeys(handlers.delivery.change, keyLimits.changePhone))
  user('DELETE', '/api/destinations/:id', delivery.removeDestinationApi, handlers.delivery.remove)
  user('GET', '/api/pause', pause.getPauseApi, handlers.pause.get)
  user('PUT', '/api/pause', pause.setPauseApi, handlers.pause.set)
  reader('GET', '/api/rotas', rotas.listRotasApi, handlers.rotas.list)
  writer('POST', '/api/rotas', rotas.addRotaApi, handlers.rotas.add)
  writer('PUT', '/api/rotas/:id', rotas.changeRotaApi, handlers.rotas.change)
  writer('DELETE', '/api/rotas/:id', rotas.removeRotaApi, handlers.rotas.remove)
  reader('GET', '/api/deliveries/:id/attempts', delivery.listAttemptsApi, handlers.delivery.attempts)
  writer('POST', '/api/deliveries/:id/attempts', delivery.addAttemptApi, handlers.delivery.addAttempt)
  reader('GET', '/api/deliveries/:id/bubble', ledger.getOnPhoneApi, handlers.ledger.onPhone)

  user('GET', '/api/notifications', notifications.listNotificationsApi, handlers.notifications.list)
  user('PUT', '/api/notifications/seen', notifications.seeNotificationsApi, handlers.notifications.see)
  reader('GET', '/api/ledger', ledger.getLedgerApi, handlers.ledger.ledger)
  reader('GET', '/api/messages', ledger.listMessagesApi, handlers.ledger.list)
  reader('GET', '/api/messages/:id', ledger.getMessageApi, handlers.ledger.get)
  reader('GET', '/api/messages/:id/explanations', ledger.getExplanationsApi, handlers.ledger.explanations)
  reader('GET', '/api/messages/:id/commands', commands.listCommandsApi, handlers.ledger.commands)
  reader('GET', '/api/messages/:id/replies', outgoing.listRepliesApi, handlers.outgoing.list)
  user('POST', '/api/messages/:id/replies', outgoing.addReplyApi, handlers.outgoing.add, repliesPerMinute)
  user('PATCH', '/api/replies/:id', outgoing.changeReplyApi, handlers.outgoing.act)
  user('GET', '/api/messages/:id/whole', webViews.getWebViewApi, handlers.webView.whole)
  user('GET', '/api/messages/:id/links', webViews.listLinksApi, handlers.webView.links)
  user('DELETE', '/api/messages/:id/links', webViews.closeLinksApi, handlers.webView.close)
  // Viewers may be anonymous; the handler reads the bearer token, if there is one.
  publicRoute('POST', '/api/views', webViews.addViewApi, handlers.webView.view)

  reader('GET', '/api/settings', settings.getSettingsApi, handlers.settings.get)
  user('GET', '/api/onboarding', onboarding.getOnboardingApi, handlers.onboarding.get)
  user('POST', '/api/test-mails', onboarding.sendTestMailApi, handlers.onboarding.sendTestMail, testEmailsPerMinute)
  writer('PATCH', '/api/settings', settings.changeSettingsApi, limitKeys(handlers.settings.change, keyLimits.changeSettings))
  user('GET', '/api/push-subscriptions', push.listPushSubscriptionsApi, handlers.push.list)
  user('POST', '/api/push-subscriptions', push.addPushSubscriptionApi, handlers.push.add, linksPerMinute)
  user('DELETE', '/api/push-subscriptions/:id', push.removePushSubscriptionApi, handlers.push.remove)
  user('GET', '/api/sessions', account.listSessionsApi, handlers.auth.sessions.list)
  user('DELETE', '/api/sessions/:id', account.endSessionApi, handlers.auth.sessions.end)
  user('GET', '/api/keys', keys.listKeysApi, handlers.keys.list)
  user('POST', '/api/keys', keys.addKeyApi, handlers.keys.add, keysPerMinute)
  user('DELETE', '/api/keys/:id', keys.revokeKeyApi, handlers.keys.revoke)
  user('GET', '/api/exports', copies.listExportsApi, handlers.exports.list)
  proven('POST', '/api/exports', copies.startExportApi, handlers.exports.start)
  user('DELETE', '/api/exports/:id', copies.removeExportApi, handlers.exports.remove)
  download('/api/exports/:id/file', copies.downloadExportApi, handlers.exports.download)
  user('POST', '/api/erasures', account.eraseAccountApi, handlers.leave, erasuresPerMinute)

  reader('GET', '/api/subscription', billing.getSubscriptionApi, handlers.billing.get)
  user('PATCH', '/api/subscription', billing.changeSubscriptionApi, handlers.billing.change, paymentsPerMinute)
  user('POST', '/api/subscription/previews', billing.previewChangeApi, handlers.billing.preview, paymentsPerMinute)
  user('POST', '/api/subscription/changes', billing.changePlanApi, handlers.billing.changePlan, paymentsPerMinute)
  user('POST', '/api/checkouts', billing.addCheckoutApi, handlers.billing.startCheckout, paymentsPerMinute)
  user('GET', '/api/checkouts/:id', billing.getCheckoutApi, handlers.billing.readCheckout, waitsPerMinute)
  user('POST', '/api/portal-sessions', billing.addPortalSessionApi, handlers.billing.openPortal, paymentsPerMinute)
  user('GET', '/api/invoices', billing.listInvoicesApi, handlers.billing.invoices.list)
  download('/api/invoices/:id/file', billing.downloadInvoiceApi, handlers.billing.invoices.download, paymentsPerMinute)

  mountAdminRoutes(app, handlers)

  await handlers.auth.register(app)
  await mountAccount(app, handlers.account)
  await app.register(async scope => undoRoutes(scope, handlers.undo))
  await mountFiles(app, handlers.files)
  mountAttachments(app, handlers.mailFiles)
  await handlers.live.register(app)
  app.get('/webhooks/whatsapp', { schema: { hide: true }, ...webhookRoute }, handlers.whatsapp.verify)
  app.post('/webhooks/whatsapp', { schema: { hide: true }, ...webhookRoute }, handlers.whatsapp.receive)
  const { receiveStripe } = handlers.billing
  if (receiveStripe) app.post('/webhooks/stripe', { schema: { hide: true }, ...stripeWebhookRoute }, receiveStripe)
  healthRoutes(app, handlers.health, handlers.metricsToken)
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(describeApi(app, handlers.api).text),
  )
  app.get('/api/reference', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderReference(describeApi(app, handlers.api).document, loadWords(requestLanguage()))),
  )
}

interface DescribedApi {
  document: ReturnType<typeof completeDocument>
  text: string
}

const described = new WeakMap<FastifyInstance, DescribedApi>()

/** Made once: it is large, anybody may ask for it, and all routes are declared before. */
function describeApi(app: FastifyInstance, { version, publicUrl }: RouteHandlers['api']): DescribedApi {
  const known = described.get(app)
  if (known) return known
  const document = completeDocument(app.swagger(), { version, serverUrl: publicUrl, modules: apiModules })
  const made = { document, text: JSON.stringify(document) }
  described.set(app, made)
  return made
}
