// The hosted pages of the Stripe stand-in: checkout, customer portal, invoices, receipts, and the bank's confirmation.
import type { FastifyError } from 'fastify'
import { z } from 'zod/mini'
import type { Surface } from '../options.ts'
import { bankRoutes } from './bank.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { FormDrafts } from './drafts.ts'
import { invoiceRoutes } from './invoice/routes.ts'
import { sendNotice, stylesheetRoute } from './layout.ts'
import { portalRoutes } from './portal/routes.ts'
import { receiptRoutes } from './receipt.ts'
import { acceptForms } from './requests.ts'

export const hostedPages: Surface = (app, world) => {
  const drafts: FormDrafts = new Map()
  void app.register(async scope => {
    acceptForms(scope)
    scope.setErrorHandler((error: FastifyError | z.core.$ZodError, request, reply) => {
      const status = error instanceof z.core.$ZodError ? 400 : (error.statusCode ?? 500)
      if (status >= 500) process.stderr.write(`sandbox: ${request.method} ${request.url}: ${error.stack ?? error.message}\n`)
      return sendNotice(reply, 'That didn’t work', 'Go back and try again.', null, status)
    })
    stylesheetRoute(scope)
    for (const routes of [checkoutRoutes, portalRoutes, invoiceRoutes, receiptRoutes, bankRoutes]) routes(scope, world, drafts)
  })
}
