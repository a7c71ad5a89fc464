// Every module of core/api, whose constants name the operations and the shared schemas of OpenAPI.
import { z } from 'zod/mini'
import * as accountApi from '../../core/api/account.ts'
import * as adminAction from '../../core/api/admin/action.ts'
import * as adminAlerts from '../../core/api/admin/alerts.ts'
import * as adminAnalytics from '../../core/api/admin/analytics.ts'
import * as adminCoupons from '../../core/api/admin/coupons.ts'
import * as adminDiagnostics from '../../core/api/admin/diagnostics.ts'
import * as adminEmailTexts from '../../core/api/admin/email-texts.ts'
import * as adminErasures from '../../core/api/admin/erasures.ts'
import * as adminFinding from '../../core/api/admin/finding.ts'
import * as adminHost from '../../core/api/admin/host.ts'
import * as adminLogs from '../../core/api/admin/logs.ts'
import * as adminOverview from '../../core/api/admin/overview.ts'
import * as adminPlanGifts from '../../core/api/admin/plan-gifts.ts'
import * as adminRevenue from '../../core/api/admin/revenue.ts'
import * as adminSecrets from '../../core/api/admin/secrets.ts'
import * as adminSecurity from '../../core/api/admin/security.ts'
import * as adminSettings from '../../core/api/admin/settings.ts'
import * as adminSubscriptions from '../../core/api/admin/subscriptions.ts'
import * as adminUsers from '../../core/api/admin/users.ts'
import * as billingApi from '../../core/api/billing.ts'
import * as checksApi from '../../core/api/checks.ts'
import * as commandsApi from '../../core/api/commands.ts'
import * as configApi from '../../core/api/config.ts'
import * as contactApi from '../../core/api/contact.ts'
import * as deliveryApi from '../../core/api/delivery.ts'
import * as exportsApi from '../../core/api/exports.ts'
import * as filterExchangeApi from '../../core/api/filter-exchange.ts'
import * as filterTrialsApi from '../../core/api/filter-trials.ts'
import * as filtersApi from '../../core/api/filters.ts'
import * as helpApi from '../../core/api/help.ts'
import * as keyExpiryApi from '../../core/api/key-expiry.ts'
import * as keysApi from '../../core/api/keys.ts'
import * as ledgerApi from '../../core/api/ledger.ts'
import * as mailApi from '../../core/api/mail.ts'
import * as noticesApi from '../../core/api/notices.ts'
import * as notificationsApi from '../../core/api/notifications.ts'
import * as onboardingApi from '../../core/api/onboarding.ts'
import * as outgoingApi from '../../core/api/outgoing.ts'
import * as pauseApi from '../../core/api/pause.ts'
import * as pushApi from '../../core/api/push.ts'
import * as realtimeApi from '../../core/api/realtime.ts'
import * as rotasApi from '../../core/api/rotas.ts'
import * as settingsApi from '../../core/api/settings.ts'
import * as templatesApi from '../../core/api/templates.ts'
import * as webViewApi from '../../core/api/web-view.ts'
import { Explanation } from '../../core/filters/explanation.ts'
import { Condition } from '../../core/filters/tree.ts'

/** Schemas that contain themselves need a name before any route is declared. */
export function nameRecursiveSchemas(): void {
  for (const [id, schema] of Object.entries({ Condition, Explanation }))
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id })
}

export const apiModules: readonly object[] = [
  adminAction,
  adminAlerts,
  adminAnalytics,
  adminCoupons,
  adminDiagnostics,
  adminEmailTexts,
  adminErasures,
  adminFinding,
  adminHost,
  adminLogs,
  adminOverview,
  adminPlanGifts,
  adminRevenue,
  adminSecrets,
  adminSecurity,
  adminSettings,
  adminSubscriptions,
  adminUsers,
  accountApi,
  billingApi,
  checksApi,
  commandsApi,
  configApi,
  contactApi,
  deliveryApi,
  exportsApi,
  filterExchangeApi,
  filterTrialsApi,
  filtersApi,
  helpApi,
  keyExpiryApi,
  keysApi,
  ledgerApi,
  mailApi,
  noticesApi,
  notificationsApi,
  onboardingApi,
  outgoingApi,
  pauseApi,
  pushApi,
  realtimeApi,
  rotasApi,
  settingsApi,
  templatesApi,
  webViewApi,
]
