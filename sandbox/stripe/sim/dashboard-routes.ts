// Does what an operator does in Stripe's dashboard, or a bank on its own: refunds and disputes.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { closeDispute, openDispute, refund } from '../payments/refund.ts'
import { StripeFailure } from '../wire/failure.ts'
import type { StripeWorld } from '../world.ts'

const paidShape = { charge: z.optional(z.string()), invoice: z.optional(z.string()) }
const refundShape = z.strictObject({ ...paidShape, amount: z.optional(z.int().check(z.positive())), reason: z.optional(z.string()) })
const disputeShape = z.strictObject({ ...paidShape, reason: z.optional(z.string()) })
const closeShape = z.strictObject({ status: z.enum(['won', 'lost']) })

/** A charge is named by its id, or by the invoice that it paid. */
export function dashboardRoutes(app: FastifyInstance, world: StripeWorld): void {
  const change = <Changed>(run: () => Changed): Changed => {
    try {
      return run()
    } catch (error) {
      if (error instanceof StripeFailure) throw Object.assign(new Error(error.message), { statusCode: error.status })
      throw error
    } finally {
      world.settle()
    }
  }
  app.post('/refunds', (request, reply) => {
    const { amount = null, reason = null, ...paid } = refundShape.parse(request.body)
    return reply.code(201).send(change(() => refund(world, { charge: findCharge(world, paid), amount, reason, metadata: {} })))
  })
  app.post('/disputes', (request, reply) => {
    const { reason, ...paid } = disputeShape.parse(request.body)
    return reply.code(201).send(change(() => openDispute(world, findCharge(world, paid), reason)))
  })
  app.post('/disputes/:id', request => {
    const { id } = z.object({ id: z.string() }).parse(request.params)
    const { status } = closeShape.parse(request.body)
    return change(() => closeDispute(world, id, status))
  })
}

function findCharge(
  { state }: StripeWorld,
  { charge = '', invoice }: { charge?: string | undefined; invoice?: string | undefined },
): string {
  return invoice === undefined ? charge : (state.money.find(entry => entry.kind === 'charge' && entry.invoice === invoice)?.charge ?? '')
}
