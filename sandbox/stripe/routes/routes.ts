// Serves the API of the Stripe stand-in below /v1.
import type { FastifyInstance } from 'fastify'
import { newId } from '../ids.ts'
import { failed } from '../wire/answer.ts'
import { openApi } from '../wire/api.ts'
import { StripeFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'
import { catalogRoutes } from './catalog.ts'
import { checkoutRoutes } from './checkout.ts'
import { customerRoutes } from './customers.ts'
import { discountRoutes } from './discounts.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { meteringRoutes } from './metering.ts'
import { paymentRoutes } from './payments.ts'
import { scheduleRoutes } from './subscriptions/schedules.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.ts'

export function apiRoutes(app: FastifyInstance, world: StripeWorld): void {
  void app.register(async scope => {
    // Bodies are decoded by hand; the key of a form is more than a name.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: Error, request, reply) => {
      process.stderr.write(`sandbox: ${request.method} ${request.url}: ${error.stack ?? error.message}\n`)
      const answer = failed(new StripeFailure(500, { type: 'api_error', message: error.message }), newId(world, 'req', 14))
      return reply.code(500).headers(answer.headers).type('application/json').send(answer.body)
    })
    const api = openApi(scope, world)
    const sets = [
      customerRoutes,
      catalogRoutes,
      discountRoutes,
      checkoutRoutes,
      subscriptionRoutes,
      scheduleRoutes,
      invoiceRoutes,
      paymentRoutes,
      eventRoutes,
      meteringRoutes,
    ]
    for (const add of sets) add(api, world)
    scope.all('/v1/*', (request, reply) => {
      const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
      const answer = failed(new StripeFailure(404, { type: 'invalid_request_error', message }), newId(world, 'req', 14))
      return reply.code(404).headers(answer.headers).type('application/json').send(answer.body)
    })
  })
}
