// HTTP routes for tests: the money, events and calls that were seen, and all faults, outages, settings and the clock.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { clockView, durationShape } from '../../clock.ts'
import { seededRandom } from '../../random.ts'
import { moneyOf } from '../money.ts'
import { stripeSettingsShape } from '../settings.ts'
import { changeWebhookSettings, webhookSettingsShape } from '../webhooks/settings.ts'
import { currentOutage, type StripeControl } from './control.ts'
import { dashboardRoutes } from './dashboard-routes.ts'
import { stripeFaultShape } from './faults.ts'
import { webhookRoutes } from './webhook-routes.ts'

const clockShape = z.strictObject({ advance: z.optional(durationShape), freeze: z.optional(z.boolean()) })

export function simRoutes(app: FastifyInstance, control: StripeControl, reset: () => void): void {
  const { world } = control
  webhookRoutes(app, control)
  dashboardRoutes(app, world)
  app.get('/ledger', () => ({ ...moneyOf(world), entries: world.state.money }))
  app.get('/events', request => {
    const { type } = z.object({ type: z.optional(z.string()) }).parse(request.query)
    return { events: world.state.events.filter(event => type === undefined || event.type === type) }
  })
  app.get('/requests', () => ({ requests: control.requests }))
  app.get('/clock', () => clockView(world.clock))
  app.post('/clock', request => {
    const { freeze, advance } = clockShape.parse(request.body)
    if (freeze !== undefined) world.clock.freeze(freeze)
    if (advance !== undefined) world.clock.advance(advance)
    return clockView(world.clock)
  })
  faultRoutes(app, control)
  settingRoutes(app, control)
  app.post('/reset', (_request, reply) => {
    reset()
    return reply.code(204).send()
  })
}

function faultRoutes(app: FastifyInstance, control: StripeControl): void {
  app.get('/faults', () => ({ faults: control.faults.list() }))
  app.post('/faults', (request, reply) =>
    reply.code(201).send(control.faults.add(stripeFaultShape.parse(request.body), control.world.clock.now())),
  )
  app.delete('/faults', (_request, reply) => {
    control.faults.clear()
    return reply.code(204).send()
  })
  const outageShape = z.strictObject({
    mode: z._default(z.enum(['refuse', 'unavailable']), 'refuse'),
    forMs: z._default(z.nullable(durationShape), null),
  })
  app.get('/outage', () => ({ outage: currentOutage(control) }))
  app.post('/outage', (request, reply) => {
    const { mode, forMs } = outageShape.parse(request.body ?? {})
    control.outage = { mode, until: forMs === null ? null : control.world.clock.now() + forMs }
    return reply.code(201).send({ outage: control.outage })
  })
  app.delete('/outage', (_request, reply) => {
    control.outage = null
    return reply.code(204).send()
  })
}

/** The settings of the account and those of webhooks look like one. */
function settingRoutes(app: FastifyInstance, control: StripeControl): void {
  const { world } = control
  const changeShape = z.strictObject({ ...z.partial(stripeSettingsShape).shape, ...z.partial(webhookSettingsShape).shape })
  const view = () => ({ ...world.settings, ...control.settings })
  app.get('/settings', view)
  app.post('/settings', request => {
    const change = changeShape.parse(request.body)
    const given = Object.entries(change).filter(([name]) => name in Object(request.body))
    const ofWebhooks = given.filter(([name]) => name in webhookSettingsShape.shape)
    control.settings = changeWebhookSettings(control.settings, Object.fromEntries(ofWebhooks))
    const ofAccount = Object.fromEntries(given.filter(([name]) => name in stripeSettingsShape.shape))
    world.settings = stripeSettingsShape.parse({ ...world.settings, ...ofAccount })
    if ('chanceSeed' in change) control.chance = seededRandom(control.settings.chanceSeed)
    return view()
  })
}
