// Lists every URL of the admin console, its handler and the roles that may call it.
import type { FastifyInstance } from 'fastify'
import * as alerts from '../../core/api/admin/alerts.ts'
import * as analytics from '../../core/api/admin/analytics.ts'
import * as coupons from '../../core/api/admin/coupons.ts'
import * as diagnostics from '../../core/api/admin/diagnostics.ts'
import * as emailTexts from '../../core/api/admin/email-texts.ts'
import * as erasures from '../../core/api/admin/erasures.ts'
import * as logs from '../../core/api/admin/logs.ts'
import * as overview from '../../core/api/admin/overview.ts'
import * as gifts from '../../core/api/admin/plan-gifts.ts'
import * as revenue from '../../core/api/admin/revenue.ts'
import * as secrets from '../../core/api/admin/secrets.ts'
import * as security from '../../core/api/admin/security.ts'
import * as settings from '../../core/api/admin/settings.ts'
import * as subscriptions from '../../core/api/admin/subscriptions.ts'
import * as users from '../../core/api/admin/users.ts'
import * as billing from '../../core/api/billing.ts'
import * as checks from '../../core/api/checks.ts'
import * as templates from '../../core/api/templates.ts'
import { openStaffRoutes, type StaffRouteBuilder } from '../foundation/http/staff-route.ts'
import type { RouteHandlers } from './route-handlers.ts'

const admin = ['admin'] as const
const accounting = ['admin', 'billing'] as const
const support = ['admin', 'support'] as const
const everyRole = ['admin', 'support', 'billing'] as const

/** Each calls another machine. */
const callsPerMinute = 20
/** Each sends an email. */
const testsPerMinute = 5
/** Each tries settings with another machine. */
const triesPerMinute = 60
/** Each asks the payment provider. */
const paymentsPerMinute = 30
/** Each reads every subscription. */
const rollUpsPerMinute = 2

export function mountAdminRoutes(app: FastifyInstance, handlers: RouteHandlers): void {
  const routes = openStaffRoutes(app, { ...handlers, verifySession: handlers.auth.verifySession })
  const { staff, staffCsv, staffStream } = routes

  staff(support, 'GET', '/api/admin/logs', logs.listLogsApi, handlers.admin.logs.list)
  staffCsv(support, '/api/admin/logs.csv', logs.exportLogsApi, handlers.admin.logs.csv)
  staffStream(support, '/api/admin/logs/tail', logs.tailLogsApi, handlers.admin.logs.tail)
  staff(support, 'GET', '/api/admin/logs/chain', logs.getLogChainApi, handlers.admin.logs.chain.get)
  staffStream(support, '/api/admin/logs/chain/verification', logs.verifyLogsApi, handlers.admin.logs.chain.verify)
  staff(support, 'GET', '/api/admin/logs/views', logs.listLogViewsApi, handlers.admin.logs.views.list)
  staff(support, 'POST', '/api/admin/logs/views', logs.addLogViewApi, handlers.admin.logs.views.add)
  staff(support, 'PATCH', '/api/admin/logs/views/:id', logs.renameLogViewApi, handlers.admin.logs.views.rename)
  staff(support, 'DELETE', '/api/admin/logs/views/:id', logs.removeLogViewApi, handlers.admin.logs.views.remove)
  staff(support, 'GET', '/api/admin/logs/entries/:id', logs.getLogApi, handlers.admin.logs.get)

  mountUsers(routes, handlers.admin.users)
  mountOperations(routes, handlers)

  staff(everyRole, 'GET', '/api/admin/analytics/traffic', analytics.getTrafficApi, handlers.admin.analytics.traffic)
  staff(everyRole, 'GET', '/api/admin/analytics/latency', analytics.getLatencyApi, handlers.admin.analytics.latency)
  staff(everyRole, 'GET', '/api/admin/analytics/outcomes', analytics.getOutcomesApi, handlers.admin.analytics.outcomes)
  staff(accounting, 'GET', '/api/admin/analytics/costs', analytics.getCostsApi, handlers.admin.analytics.costs)
  staff(everyRole, 'GET', '/api/admin/analytics/funnel', analytics.getFunnelApi, handlers.admin.analytics.funnel)
  staff(everyRole, 'GET', '/api/admin/analytics/retention', analytics.getRetentionApi, handlers.admin.analytics.retention)
  staff(everyRole, 'GET', '/api/admin/analytics/mailboxes', analytics.getMailboxMixApi, handlers.admin.analytics.mailboxes)
  staffCsv(accounting, '/api/admin/analytics/costs/csv', analytics.getCostsCsvApi, handlers.admin.analytics.costsCsv)
  staffCsv(everyRole, '/api/admin/analytics/:plot/csv', analytics.getAnalyticsCsvApi, handlers.admin.analytics.csv)

  staff(support, 'GET', '/api/admin/templates', templates.listTemplatesApi, handlers.admin.templates.list)
  staff(admin, 'POST', '/api/admin/templates', templates.addTemplateApi, handlers.admin.templates.add)
  staff(support, 'GET', '/api/admin/templates/:id', templates.getTemplateApi, handlers.admin.templates.get)
  staff(admin, 'DELETE', '/api/admin/templates/:id', templates.deleteTemplateApi, handlers.admin.templates.remove)
  staff(admin, 'PUT', '/api/admin/templates/:id/use', templates.switchTemplateApi, handlers.admin.templates.switch)
  staff(admin, 'PATCH', '/api/admin/templates/:id', templates.changeTemplateApi, handlers.admin.templates.change)
  staff(support, 'POST', '/api/admin/templates/previews', templates.previewTemplateApi, handlers.admin.templates.preview)
  staff(admin, 'POST', '/api/admin/templates/:id/submissions', templates.submitTemplateApi, handlers.admin.templates.submit, callsPerMinute)
  staff(admin, 'POST', '/api/admin/templates/syncs', templates.syncTemplatesApi, handlers.admin.templates.sync, callsPerMinute)

  staff(support, 'GET', '/api/admin/email-texts', emailTexts.listEmailTextsApi, handlers.admin.emailTexts.list)
  staff(support, 'GET', '/api/admin/email-texts/:kind/:language', emailTexts.getEmailTextApi, handlers.admin.emailTexts.get)
  staff(admin, 'PUT', '/api/admin/email-texts/:kind/:language', emailTexts.saveEmailTextApi, handlers.admin.emailTexts.save)
  staff(
    admin,
    'POST',
    '/api/admin/email-texts/:kind/:language/restorations',
    emailTexts.restoreEmailTextApi,
    handlers.admin.emailTexts.restore,
  )
  staff(
    support,
    'POST',
    '/api/admin/email-texts/:kind/:language/previews',
    emailTexts.previewEmailTextApi,
    handlers.admin.emailTexts.preview,
  )
  staff(
    admin,
    'POST',
    '/api/admin/email-texts/:kind/:language/tests',
    emailTexts.sendTestEmailApi,
    handlers.admin.emailTexts.test,
    testsPerMinute,
  )

  mountSubscriptions(routes, handlers)

  staff(admin, 'GET', '/api/admin/settings', settings.getSettingsApi, handlers.admin.settings.get)
  staff(admin, 'GET', '/api/admin/settings/changes', settings.listSettingChangesApi, handlers.admin.settings.listChanges)
  staff(admin, 'PUT', '/api/admin/settings/maintenance', settings.saveMaintenanceApi, handlers.admin.settings.saveMaintenance)
  staff(admin, 'PUT', '/api/admin/settings/announcements', settings.saveAnnouncementsApi, handlers.admin.settings.saveAnnouncements)
  staff(admin, 'PUT', '/api/admin/settings/groups/:group', settings.saveSettingsApi, handlers.admin.settings.save, triesPerMinute)
  staff(admin, 'POST', '/api/admin/settings/groups/:group/tests', settings.testSettingsApi, handlers.admin.settings.test, triesPerMinute)
  staff(admin, 'POST', '/api/admin/settings/groups/:group/adoptions', settings.adoptSettingsApi, handlers.admin.settings.adopt)
  staff(admin, 'POST', '/api/admin/settings/:key/rollbacks', settings.rollBackSettingApi, handlers.admin.settings.rollBack, triesPerMinute)

  staff(support, 'GET', '/api/admin/security/failed-sign-ins', security.listFailedSignInsApi, handlers.admin.security.failures.list)
  staffCsv(support, '/api/admin/security/failed-sign-ins.csv', security.exportFailedSignInsApi, handlers.admin.security.failures.file)
  staff(support, 'GET', '/api/admin/security/blocks', security.listBlocksApi, handlers.admin.security.blocks.list)
  staffCsv(support, '/api/admin/security/blocks.csv', security.exportBlocksApi, handlers.admin.security.blocks.file)
  staff(admin, 'POST', '/api/admin/security/blocks', security.addBlockApi, handlers.admin.security.blocks.add)
  staff(admin, 'POST', '/api/admin/security/blocks/:id/removals', security.removeBlockApi, handlers.admin.security.blocks.remove)
  staff(support, 'GET', '/api/admin/security/events', security.listSuspicionsApi, handlers.admin.security.suspicions.list)
  staffCsv(support, '/api/admin/security/events.csv', security.exportSuspicionsApi, handlers.admin.security.suspicions.file)
  staff(support, 'GET', '/api/admin/security/factors', security.getSecondFactorsApi, handlers.admin.security.factors)
  staff(support, 'GET', '/api/admin/security/sessions', security.listStaffSessionsApi, handlers.admin.security.sessions.list)
  staff(admin, 'POST', '/api/admin/security/session-ends', security.endStaffSessionsApi, handlers.admin.security.sessions.end)
  staff(support, 'GET', '/api/admin/security/keys', security.listAllKeysApi, handlers.admin.security.keys.list)
  staffCsv(support, '/api/admin/security/keys.csv', security.exportAllKeysApi, handlers.admin.security.keys.file)
  staff(admin, 'POST', '/api/admin/security/keys/:id/revocations', security.revokeAnyKeyApi, handlers.admin.security.keys.revoke)
  staff(support, 'GET', '/api/admin/security/components', secrets.listComponentsApi, handlers.admin.security.bom.list)
  staff(support, 'GET', '/api/admin/security/bom.json', secrets.getBomApi, handlers.admin.security.bom.file)
  staff(support, 'GET', '/api/admin/security/secrets', secrets.listSecretsApi, handlers.admin.security.secrets)
  staff(support, 'GET', '/api/admin/security/signing-keys', secrets.listSigningKeysApi, handlers.admin.security.signingKeys.list)
  staff(admin, 'POST', '/api/admin/security/signing-keys', secrets.rotateSigningKeyApi, handlers.admin.security.signingKeys.rotate)

  staff(support, 'GET', '/api/admin/whatsapp/checks', checks.checkWhatsAppApi, handlers.doctor.checks, callsPerMinute)
}

/** Overview, alerts and diagnostics. */
function mountOperations({ staff, staffCsv, staffStream }: StaffRouteBuilder, { admin: handlers, doctor }: RouteHandlers): void {
  staff(everyRole, 'GET', '/api/admin/overview', overview.getOverviewApi, handlers.overview.get)
  staff(support, 'GET', '/api/admin/overview/mailboxes', overview.listMailboxesDownApi, handlers.overview.mailboxes)
  staffCsv(support, '/api/admin/overview/mailboxes.csv', overview.mailboxesDownCsvApi, handlers.overview.mailboxesCsv)
  staff(support, 'GET', '/api/admin/overview/deliveries', overview.listDeliveryRowsApi, handlers.overview.deliveries)
  staffCsv(support, '/api/admin/overview/deliveries.csv', overview.deliveryRowsCsvApi, handlers.overview.deliveriesCsv)

  staff(support, 'GET', '/api/admin/alerts', alerts.getAlertsApi, handlers.alerts.get)
  staff(admin, 'PUT', '/api/admin/alerts', alerts.changeAlertsApi, handlers.alerts.change)
  staff(support, 'GET', '/api/admin/incidents', alerts.listIncidentsApi, handlers.alerts.incidents)
  staff(support, 'POST', '/api/admin/incidents/:id/acknowledgments', alerts.acknowledgeIncidentApi, handlers.alerts.acknowledge)

  staffStream(support, '/api/admin/diagnostics', diagnostics.streamDiagnosticsApi, doctor.stream)
  staff(support, 'GET', '/api/admin/diagnostics/errors', diagnostics.listErrorGroupsApi, doctor.errors)
  staff(admin, 'GET', '/api/admin/diagnostics/bundle', diagnostics.getSupportBundleApi, doctor.bundle, callsPerMinute)
  staff(support, 'GET', '/api/admin/actions', diagnostics.listConsoleActionsApi, handlers.actions.list)
  staff(admin, 'POST', '/api/admin/actions/:id', diagnostics.runConsoleActionApi, handlers.actions.run, callsPerMinute)
}

function mountSubscriptions({ staff, staffCsv }: StaffRouteBuilder, { admin: handlers, billing: sold }: RouteHandlers): void {
  const one = '/api/admin/subscriptions/:id'
  staff(everyRole, 'GET', '/api/admin/subscriptions', subscriptions.listSubscriptionsApi, handlers.subscriptions.list)
  staff(everyRole, 'GET', '/api/admin/subscription-options', subscriptions.getSubscriptionOptionsApi, handlers.subscriptions.options)
  staffCsv(everyRole, '/api/admin/subscriptions.csv', subscriptions.downloadSubscriptionsApi, handlers.subscriptions.csv)
  staff(everyRole, 'GET', one, subscriptions.getAdminSubscriptionApi, handlers.subscriptions.get)
  staff(everyRole, 'GET', `${one}/invoices`, subscriptions.listOwnerInvoicesApi, handlers.subscriptions.invoices)
  staff(everyRole, 'GET', `${one}/timeline`, subscriptions.listTimelineApi, handlers.subscriptions.timeline)
  staff(accounting, 'POST', `${one}/previews`, subscriptions.previewStaffChangeApi, handlers.subscriptions.preview, paymentsPerMinute)
  staff(accounting, 'POST', `${one}/changes`, subscriptions.changeOwnerPlanApi, handlers.subscriptions.changePlan, paymentsPerMinute)
  staff(accounting, 'POST', `${one}/actions`, subscriptions.runSubscriptionActionApi, handlers.subscriptions.runAction, paymentsPerMinute)
  staff(accounting, 'POST', `${one}/trial`, subscriptions.extendTrialApi, handlers.subscriptions.extendTrial, paymentsPerMinute)

  staff(everyRole, 'GET', '/api/admin/users/:id/plan-gifts', gifts.listPlanGiftsApi, handlers.planGifts.list)
  staff(accounting, 'POST', '/api/admin/users/:id/plan-gifts', gifts.givePlanApi, handlers.planGifts.give)
  staff(accounting, 'DELETE', '/api/admin/users/:id/plan-gifts', gifts.endPlanGiftApi, handlers.planGifts.end)

  staff(accounting, 'GET', '/api/admin/coupons', coupons.listCouponsApi, handlers.coupons.list, paymentsPerMinute)
  staff(accounting, 'POST', '/api/admin/coupons', coupons.addCouponApi, handlers.coupons.add, paymentsPerMinute)
  staff(accounting, 'DELETE', '/api/admin/coupons/:ref', coupons.deactivateCouponApi, handlers.coupons.deactivate, paymentsPerMinute)

  staff(accounting, 'GET', '/api/admin/revenue', revenue.getRevenueApi, handlers.revenue.get)
  staff(accounting, 'POST', '/api/admin/revenue', revenue.refreshRevenueApi, handlers.revenue.refresh, rollUpsPerMinute)
  staffCsv(accounting, '/api/admin/revenue.csv', revenue.downloadRevenueApi, handlers.revenue.csv)

  staff(accounting, 'GET', '/api/admin/plans', billing.listAdminPlansApi, sold.administration.list)
  staff(accounting, 'POST', '/api/admin/plans', billing.publishPlanApi, sold.administration.publish)
  staff(accounting, 'GET', '/api/admin/invoices', billing.listAdminInvoicesApi, sold.invoices.listAll)
  staff(accounting, 'POST', '/api/admin/invoices/:id/payments', billing.markPaidApi, sold.invoices.markPaid)
  staff(accounting, 'POST', '/api/admin/invoices/:id/refunds', billing.refundInvoiceApi, sold.invoices.refund, paymentsPerMinute)
}

/** Support reads, billing reads who pays; only administrators change an account. */
function mountUsers({ staff, staffCsv }: StaffRouteBuilder, handlers: RouteHandlers['admin']['users']): void {
  staff(everyRole, 'GET', '/api/admin/users', users.listAdminUsersApi, handlers.list)
  staffCsv(everyRole, '/api/admin/users.csv', users.adminUsersCsvApi, handlers.csv)
  staff(everyRole, 'GET', '/api/admin/users/:id', users.getAdminUserApi, handlers.get)
  staff(admin, 'POST', '/api/admin/users/invitations', users.inviteUserApi, handlers.invite, callsPerMinute)
  staff(admin, 'POST', '/api/admin/users/:id/confirmations', users.confirmUserEmailApi, handlers.confirmEmail)
  staff(admin, 'POST', '/api/admin/users/:id/suspensions', users.suspendUserApi, handlers.suspend)
  staff(admin, 'POST', '/api/admin/users/:id/resumptions', users.resumeUserApi, handlers.resume)
  staff(admin, 'POST', '/api/admin/users/:id/factor-resets', users.resetUserFactorsApi, handlers.resetFactors)
  staff(admin, 'POST', '/api/admin/users/:id/sign-outs', users.endUserSessionsApi, handlers.endSessions)
  staff(admin, 'POST', '/api/admin/users/:id/roles', users.changeUserRoleApi, handlers.changeRole)
  staff(admin, 'POST', '/api/admin/users/:id/exports', users.startUserExportApi, handlers.startExport)
  staff(admin, 'POST', '/api/admin/users/:id/erasures', erasures.eraseUserApi, handlers.erasures.erase, callsPerMinute)
  staff(support, 'GET', '/api/admin/erasure-receipts', erasures.listErasureReceiptsApi, handlers.erasures.list)
}
