// Lists every URL of the admin console, its handler and the roles that may call it.
import type { FastifyInstance } from 'fastify'
import * as billing from '../../core/api/billing.ts'
import * as checks from '../../core/api/checks.ts'
import * as health from '../../core/api/health.ts'
import * as templates from '../../core/api/templates.ts'
import { openStaffRoutes } from '../foundation/http/staff-route.ts'
import type { RouteHandlers } from './route-handlers.ts'

const admin = ['admin'] as const
const accounting = ['admin', 'billing'] as const
const support = ['admin', 'support'] as const
const everyRole = ['admin', 'support', 'billing'] as const

/** Each calls another machine. */
const callsPerMinute = 20
/** Each asks the payment provider. */
const paymentsPerMinute = 30

export function mountAdminRoutes(app: FastifyInstance, handlers: RouteHandlers): void {
  const { staff } = openStaffRoutes(app, { ...handlers, verifySession: handlers.auth.verifySession })

  staff(everyRole, 'GET', '/api/admin/health', health.getHealthApi, handlers.admin.health.get)

  staff(support, 'GET', '/api/admin/templates', templates.listTemplatesApi, handlers.admin.templates.list)
  staff(admin, 'POST', '/api/admin/templates', templates.addTemplateApi, handlers.admin.templates.add)
  staff(admin, 'PATCH', '/api/admin/templates/:id', templates.changeTemplateApi, handlers.admin.templates.change)
  staff(support, 'POST', '/api/admin/templates/previews', templates.previewTemplateApi, handlers.admin.templates.preview)
  staff(admin, 'POST', '/api/admin/templates/:id/submissions', templates.submitTemplateApi, handlers.admin.templates.submit, callsPerMinute)
  staff(admin, 'POST', '/api/admin/templates/syncs', templates.syncTemplatesApi, handlers.admin.templates.sync, callsPerMinute)

  staff(accounting, 'GET', '/api/admin/plans', billing.listAdminPlansApi, handlers.billing.administration.list)
  staff(accounting, 'POST', '/api/admin/plans', billing.publishPlanApi, handlers.billing.administration.publish)
  staff(accounting, 'GET', '/api/admin/invoices', billing.listAdminInvoicesApi, handlers.billing.invoices.listAll)
  staff(accounting, 'POST', '/api/admin/invoices/:id/payments', billing.markPaidApi, handlers.billing.invoices.markPaid)
  staff(
    accounting,
    'POST',
    '/api/admin/invoices/:id/refunds',
    billing.refundInvoiceApi,
    handlers.billing.invoices.refund,
    paymentsPerMinute,
  )

  staff(support, 'GET', '/api/admin/whatsapp/checks', checks.checkWhatsAppApi, handlers.doctor.checks, callsPerMinute)
}
