// The requests of the customer portal: show it, cancel, resume, change the plan or the card.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type HostedResult, portalCancel, portalResume, portalSwitchPlan, portalUpdateCard } from '../../billing/hosted.ts'
import type { StripeWorld } from '../../world.ts'
import { formShape, readCard, type SentForm } from '../card-fields.ts'
import { type FormDrafts, sendOn, takeDraft } from '../drafts.ts'
import { sendHosted, sendNotice } from '../layout.ts'
import { idOf } from '../requests.ts'
import { portalPage } from './page.ts'
import { type PortalView, readPortal } from './view.ts'

/** Made for one visit. */
const sessionMs = 3_600_000

const notAllowed: HostedResult = { kind: 'refused', message: 'That can’t be changed here.' }

export function portalRoutes(app: FastifyInstance, world: StripeWorld, drafts: FormDrafts): void {
  app.get('/p/session/:id', (request, reply) =>
    withPortal(world, reply, idOf(request), view =>
      sendHosted(reply, portalPage(world, view, takeDraft(drafts, `/p/session/${view.session.id}`))),
    ),
  )
  const accept = (name: string, change: (view: PortalView, form: SentForm) => HostedResult) =>
    app.post(`/p/session/:id/${name}`, (request, reply) =>
      withPortal(world, reply, idOf(request), view => {
        const result = change(view, formShape.parse(request.body))
        world.settle()
        return sendOn(reply, drafts, `/p/session/${view.session.id}`, result)
      }),
    )
  accept('cancel', (view, form) => {
    const id = ownSubscription(view, form)
    return id !== null && view.features.subscription_cancel.enabled ? portalCancel(world, id) : notAllowed
  })
  accept('resume', (view, form) => {
    const id = ownSubscription(view, form)
    return id === null ? notAllowed : portalResume(world, id)
  })
  accept('plan', (view, form) => {
    const id = ownSubscription(view, form)
    const price = view.plans.find(plan => plan.id === form['price'])
    return id !== null && price ? portalSwitchPlan(world, id, price.id) : notAllowed
  })
  accept('card', (view, form) => {
    if (!view.features.payment_method_update.enabled) return notAllowed
    const read = readCard(form, world.clock.now())
    return 'problem' in read ? { kind: 'refused', message: read.problem } : portalUpdateCard(world, view.customer.id, read.card)
  })
}

const ownSubscription = (view: PortalView, form: SentForm): string | null =>
  view.subscriptions.find(subscription => subscription.id === form['subscription'])?.id ?? null

function withPortal(world: StripeWorld, reply: FastifyReply, id: string, show: (view: PortalView) => FastifyReply): FastifyReply {
  const view = readPortal(world, id)
  if (!view) return sendNotice(reply, 'There’s no such page', 'Go back, and open your subscription from there.', null, 404)
  const { created, return_url: url } = view.session
  if (world.clock.now() - created * 1000 < sessionMs) return show(view)
  const back = url === null ? null : { url, text: 'Back' }
  return sendNotice(reply, 'This page has expired', 'Go back, and open your subscription from there.', back, 410)
}
