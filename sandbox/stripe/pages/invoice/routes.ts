// The requests of the invoice page: read, pay, download.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { payInvoice } from '../../billing/hosted.ts'
import type { StripeWorld } from '../../world.ts'
import { formShape, readCard } from '../card-fields.ts'
import { type FormDrafts, sendOn, showAgain, takeDraft } from '../drafts.ts'
import { sendHosted, sendNotice } from '../layout.ts'
import { idOf } from '../requests.ts'
import { invoicePage } from './page.ts'
import { invoicePdf } from './pdf.ts'
import { summarizeInvoice } from './summary.ts'

export function invoiceRoutes(app: FastifyInstance, world: StripeWorld, drafts: FormDrafts): void {
  app.get('/i/:id', (request, reply) =>
    withInvoice(world, reply, idOf(request), invoice =>
      sendHosted(reply, invoicePage(world, invoice, takeDraft(drafts, `/i/${invoice.id}`))),
    ),
  )
  app.post('/i/:id', (request, reply) =>
    withInvoice(world, reply, idOf(request), invoice => {
      const page = `/i/${invoice.id}`
      if (invoice.status !== 'open') return reply.redirect(page, 303)
      const form = formShape.parse(request.body)
      const read = form['use'] === 'saved' ? { card: null } : readCard(form, world.clock.now())
      if ('problem' in read) return showAgain(reply, drafts, page, { problem: read.problem })
      const result = payInvoice(world, invoice.id, read.card)
      world.settle()
      return sendOn(reply, drafts, page, result)
    }),
  )
  app.get('/i/:id/pdf', (request, reply) =>
    withInvoice(world, reply, idOf(request), invoice =>
      reply
        .header('content-disposition', `attachment; filename="Invoice-${invoice.number ?? 'draft'}.pdf"`)
        .type('application/pdf')
        .send(invoicePdf(summarizeInvoice(world, invoice))),
    ),
  )
}

function withInvoice(
  world: StripeWorld,
  reply: FastifyReply,
  id: string,
  show: (invoice: Stripe.Invoice & { id: string }) => FastifyReply,
): FastifyReply {
  const invoice = world.state.invoices.get(id)
  if (!invoice || invoice.status === 'draft')
    return sendNotice(reply, 'There’s no such invoice', 'Check the link, or open the invoice from your subscription.', null, 404)
  return show({ ...invoice, id })
}
