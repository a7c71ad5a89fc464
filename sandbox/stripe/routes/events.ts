// Routes of events, webhook endpoints, and test clocks.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { shortestInterval } from '../billing/due.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { addEndpoint } from '../objects/webhook-endpoint.ts'
import { daySeconds, worldTime } from '../time.ts'
import type { Api } from '../wire/api.ts'
import { invalidRequest, missing, need } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'

export function eventRoutes(api: Api, world: StripeWorld): void {
  api.get('events/:id', z.strictObject(expandable), (_params, id) => {
    const event = world.state.events.find(one => one.id === id)
    if (!event) throw missing('event', id)
    return event
  })
  const list = z.strictObject({
    ...paging,
    created: optional(range),
    delivery_success: unused,
    type: optional(text),
    types: optional(z.array(text).check(z.maxLength(20))),
  })
  api.get('events', list, ({ created, type, types, ...page }) => {
    const found = world.state.events.filter(
      one => isWithin(one.created, created) && (type === undefined || isType(one.type, type)) && (types?.includes(one.type) ?? true),
    )
    return pageOf(found, page, '/v1/events')
  })
  endpointRoutes(api, world)
  clockRoutes(api, world)
}

const isType = (type: string, wanted: string): boolean => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted)

function endpointRoutes(api: Api, world: StripeWorld): void {
  const { webhookEndpoints, endpointSecrets } = world.state
  const fields = { description: optional(emptyable(text)), metadata: optional(emptyable(metadata)), ...expandable }
  const create = z.strictObject({ ...fields, url: text, enabled_events: z.array(text).check(z.minLength(1)), api_version: optional(text) })
  api.post('webhook_endpoints', create, params => {
    const secret = newId(world, 'whsec', 32)
    const endpoint = addEndpoint(world, null, params.url, [secret], params.enabled_events, params.api_version)
    endpoint.description = params.description ?? null
    endpoint.metadata = params.metadata ?? {}
    // Only now is the secret shown.
    return { ...endpoint, secret }
  })
  api.get('webhook_endpoints/:id', z.strictObject(expandable), (_params, id) => need(webhookEndpoints, id, 'webhook endpoint'))
  const update = z.strictObject({ ...fields, url: optional(text), enabled_events: optional(z.array(text)), disabled: optional(bool) })
  api.post('webhook_endpoints/:id', update, (params, id) => {
    const endpoint = need(webhookEndpoints, id, 'webhook endpoint')
    endpoint.url = params.url ?? endpoint.url
    endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events
    if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
    return endpoint
  })
  api.delete('webhook_endpoints/:id', z.strictObject({}), (_params, id) => {
    need(webhookEndpoints, id, 'webhook endpoint')
    webhookEndpoints.delete(id)
    endpointSecrets.delete(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  })
  api.get('webhook_endpoints', z.strictObject(paging), page => pageOf(webhookEndpoints.values(), page, '/v1/webhook_endpoints'))
}

function clockRoutes(api: Api, world: StripeWorld): void {
  const { testClocks } = world.state
  api.post('test_helpers/test_clocks', z.strictObject({ frozen_time: int, name: optional(text), ...expandable }), params => {
    const clock: Stripe.TestHelpers.TestClock = {
      id: newId(world, 'clock'),
      object: 'test_helpers.test_clock',
      created: worldTime(world),
      deletes_after: worldTime(world) + 30 * daySeconds,
      frozen_time: params.frozen_time,
      livemode: false,
      name: params.name ?? null,
      status: 'ready',
      status_details: {},
    }
    testClocks.set(clock.id, clock)
    emit(world, 'test_helpers.test_clock.created', clock)
    return clock
  })
  api.get('test_helpers/test_clocks/:id', z.strictObject(expandable), (_params, id) => need(testClocks, id, 'test clock'))
  api.get('test_helpers/test_clocks', z.strictObject(paging), page => pageOf(testClocks.values(), page, '/v1/test_helpers/test_clocks'))
  api.post('test_helpers/test_clocks/:id/advance', z.strictObject({ frozen_time: int, ...expandable }), (params, id) => {
    const clock = need(testClocks, id, 'test clock')
    advance(world, clock, params.frozen_time)
    return clock
  })
  api.delete('test_helpers/test_clocks/:id', z.strictObject({}), (_params, id) => {
    const clock = need(testClocks, id, 'test clock')
    testClocks.delete(id)
    for (const table of [world.state.customers, world.state.subscriptions, world.state.invoices])
      for (const [key, one] of table) if (one.test_clock === id) table.delete(key)
    emit(world, 'test_helpers.test_clock.deleted', clock)
    return { id, object: 'test_helpers.test_clock', deleted: true }
  })
}

/** At most two intervals of the shortest subscription at once, or two years without one. */
function advance(world: StripeWorld, clock: Stripe.TestHelpers.TestClock, to: number): void {
  if (clock.status !== 'ready') throw invalidRequest('Test clock advancement is still underway.', undefined, 'test_clock_advancing')
  if (to <= clock.frozen_time) throw invalidRequest('The frozen time must be after the current time of the test clock.', 'frozen_time')
  const shortest = shortestInterval(world, clock.id)
  if (to - clock.frozen_time > 2 * (shortest ?? 365 * daySeconds))
    throw invalidRequest('You cannot advance a test clock by more than two intervals of its shortest subscription at once.', 'frozen_time')
  clock.status = 'advancing'
  clock.status_details = { advancing: { target_frozen_time: to } }
  world.state.clockTargets.set(clock.id, to)
  emit(world, 'test_helpers.test_clock.advancing', clock)
}
