// The bank's page for 3-D Secure, where the holder of a card confirms a payment or lets it fail.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { confirmPayment } from '../billing/hosted.ts'
import { invoiceOfIntent } from '../payments/charge.ts'
import type { StripeWorld } from '../world.ts'
import { showMoney } from './amounts.ts'
import { type FormDrafts, sendOn } from './drafts.ts'
import { type Html, html } from './html.ts'
import { sendHosted, sendNotice } from './layout.ts'
import { backOf, idOf } from './requests.ts'

const formShape = z.object({ outcome: z.enum(['complete', 'fail']) })

export function bankRoutes(app: FastifyInstance, world: StripeWorld, drafts: FormDrafts): void {
  app.get('/3ds/:id', (request, reply) => {
    const id = idOf(request)
    const intent = findIntent(world, id)
    const page = pageOf(world, request)
    const back = page === null ? null : { url: page, text: '← Back without confirming' }
    if (!intent) return sendNotice(reply, 'There’s no such payment', 'Go back and try again.', back, 404)
    if (intent.status === 'requires_action')
      return sendHosted(reply, { title: 'Confirm with your bank', back, body: question(id, intent.amount, page) })
    const goOn = page === null ? null : { url: page, text: 'Continue' }
    return sendNotice(reply, 'There’s nothing to confirm', 'The payment is already confirmed, or it has ended.', goOn)
  })
  app.post('/3ds/:id', (request, reply) => {
    const id = idOf(request)
    const page = pageOf(world, request) ?? `/3ds/${id}`
    // Of two clicks the first one counts.
    if (findIntent(world, id)?.status !== 'requires_action') return reply.redirect(page, 303)
    const result = confirmPayment(world, id, formShape.parse(request.body).outcome)
    world.settle()
    return sendOn(reply, drafts, page, result)
  })
}

function question(id: string, amount: string | null, page: string | null): Html {
  const query = page === null ? '' : `?${new URLSearchParams({ back: page }).toString()}`
  const asked = amount === null ? 'to save your card for later payments' : `to pay ${amount}`
  return html`<section class="card">
    <h1>Confirm with your bank</h1>
    <p>Your bank asks whether you really want ${asked}. A real bank would send a code to your phone; here you decide.</p>
    <form method="post" action="/3ds/${id}${query}" class="buttons">
      <button class="primary" name="outcome" value="complete">Complete</button>
      <button name="outcome" value="fail">Fail</button>
    </form>
    <p class="soft small">This is 3‑D Secure. Fail stands for a wrong code, or none in time.</p>
  </section>`
}

/** Where the answer is shown: the page that asked, else the invoice that is paid. */
function pageOf(world: StripeWorld, request: FastifyRequest): string | null {
  const invoice = invoiceOfIntent(world, idOf(request))
  return backOf(request) ?? (invoice ? `/i/${invoice.id}` : null)
}

/** `amount` is null where a card is only saved. */
function findIntent({ state }: StripeWorld, id: string): { status: string; amount: string | null } | null {
  const payment = state.paymentIntents.get(id)
  if (payment) return { status: payment.status, amount: showMoney(payment.amount, payment.currency) }
  const setup = state.setupIntents.get(id)
  return setup ? { status: setup.status, amount: null } : null
}
