// The checkout page's requests: show it, apply a promotion code, pay.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { completeCheckout, enterPromotionCode } from '../../billing/hosted.ts'
import type { StripeWorld } from '../../world.ts'
import { formShape, readCard } from '../card-fields.ts'
import { type FormDrafts, sendOn, showAgain, takeDraft } from '../drafts.ts'
import { sendHosted, sendNotice } from '../layout.ts'
import { idOf } from '../requests.ts'
import { checkoutPage, needsCard } from './page.ts'

export function checkoutRoutes(app: FastifyInstance, world: StripeWorld, drafts: FormDrafts): void {
  app.get('/c/pay/:id', (request, reply) =>
    withSession(world, reply, idOf(request), session =>
      sendHosted(reply, checkoutPage(world, session, takeDraft(drafts, pathOf(session)))),
    ),
  )
  app.post('/c/pay/:id', (request, reply) =>
    withSession(world, reply, idOf(request), session => {
      const form = formShape.parse(request.body)
      const { email = '', name = '' } = form
      const typed = { email, name }
      if (!/^\S+@\S+$/.test(email.trim()))
        return showAgain(reply, drafts, pathOf(session), { ...typed, problem: 'Enter your email address, like ada@example.com.' })
      const read = needsCard(session) ? readCard(form, world.clock.now()) : { card: null }
      if ('problem' in read) return showAgain(reply, drafts, pathOf(session), { ...typed, problem: read.problem })
      const result = completeCheckout(world, session.id, { card: read.card, email: email.trim() })
      world.settle()
      return sendOn(reply, drafts, pathOf(session), result, typed)
    }),
  )
  app.post('/c/pay/:id/code', (request, reply) =>
    withSession(world, reply, idOf(request), session => {
      const { code = '' } = formShape.parse(request.body)
      const result = enterPromotionCode(world, session.id, code.trim())
      world.settle()
      return sendOn(reply, drafts, pathOf(session), result.kind === 'done' ? { kind: 'done', url: null } : result, { code: code.trim() })
    }),
  )
}

/** Calls `show` for an open session. Anyone who pays twice, or comes back later, is sent where the first payment led. */
function withSession(
  world: StripeWorld,
  reply: FastifyReply,
  id: string,
  show: (session: Stripe.Checkout.Session) => FastifyReply,
): FastifyReply {
  const session = world.state.checkoutSessions.get(id)
  if (!session) return sendNotice(reply, 'There’s no such checkout', 'Check the link, or go back to the shop and start again.', null, 404)
  if (session.status === 'open') return show(session)
  const { success_url: successUrl, cancel_url: cancelUrl } = session
  if (session.status === 'complete' && reply.request.method === 'POST' && successUrl !== null)
    return reply.redirect(fillId(successUrl, id), 303)
  if (session.status === 'complete')
    return sendNotice(
      reply,
      'This checkout is complete',
      'You don’t need to do anything more here.',
      successUrl === null ? null : { url: fillId(successUrl, id), text: 'Continue' },
    )
  const back = cancelUrl === null ? null : { url: cancelUrl, text: 'Back to the shop' }
  return sendNotice(reply, 'This checkout has expired', 'Nothing was charged. Go back to the shop and start again.', back, 410)
}

const pathOf = (session: Stripe.Checkout.Session): string => `/c/pay/${session.id}`

const fillId = (url: string, id: string): string => url.replaceAll('{CHECKOUT_SESSION_ID}', id)
