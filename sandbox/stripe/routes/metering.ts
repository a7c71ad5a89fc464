// Routes of meters with their events, and of entitlements.
import type Stripe from 'stripe'
import { z } from 'zod/mini'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { sumUsage } from '../invoicing/usage.ts'
import { activeEntitlements } from '../objects/entitlement.ts'
import { worldTime } from '../time.ts'
import type { Api } from '../wire/api.ts'
import { invalidRequest, need } from '../wire/failure.ts'
import { pageOf } from '../wire/list.ts'
import { bool, expandable, int, metadata, optional, paging, text } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'

export function meteringRoutes(api: Api, world: StripeWorld): void {
  meterRoutes(api, world)
  entitlementRoutes(api, world)
}

function meterRoutes(api: Api, world: StripeWorld): void {
  const { meters, meterEvents } = world.state
  const create = z.strictObject({
    display_name: text,
    event_name: text,
    default_aggregation: z.strictObject({ formula: z.enum(['count', 'last', 'sum']) }),
    customer_mapping: optional(z.strictObject({ type: z.literal('by_id'), event_payload_key: text })),
    value_settings: optional(z.strictObject({ event_payload_key: text })),
    ...expandable,
  })
  api.post('billing/meters', create, params => {
    const at = worldTime(world)
    const meter: Stripe.Billing.Meter = {
      id: newId(world, 'mtr'),
      object: 'billing.meter',
      created: at,
      customer_mapping: params.customer_mapping ?? { type: 'by_id', event_payload_key: 'stripe_customer_id' },
      default_aggregation: params.default_aggregation,
      display_name: params.display_name,
      event_name: params.event_name,
      event_time_window: null,
      livemode: false,
      status: 'active',
      status_transitions: { deactivated_at: null },
      updated: at,
      value_settings: params.value_settings ?? { event_payload_key: 'value' },
    }
    meters.set(meter.id, meter)
    emit(world, 'billing.meter.created', meter)
    return meter
  })
  api.get('billing/meters/:id', z.strictObject(expandable), (_params, id) => need(meters, id, 'meter'))
  api.get('billing/meters', z.strictObject({ ...paging, status: optional(text) }), page =>
    pageOf(meters.values(), page, '/v1/billing/meters'),
  )
  const event = z.strictObject({
    event_name: text,
    payload: z.record(z.string(), z.string()),
    identifier: optional(text),
    timestamp: optional(int),
    ...expandable,
  })
  api.post('billing/meter_events', event, params => {
    if (![...meters.values()].some(one => one.event_name === params.event_name))
      throw invalidRequest(`No active meter found for event name: ${params.event_name}`, 'event_name', 'no_meter')
    const identifier = params.identifier ?? newId(world, 'mevt')
    if (meterEvents.has(identifier)) throw invalidRequest(`An event already exists with identifier ${identifier}.`, 'identifier')
    const at = worldTime(world)
    const made: Stripe.Billing.MeterEvent = {
      object: 'billing.meter_event',
      created: at,
      event_name: params.event_name,
      identifier,
      livemode: false,
      payload: params.payload,
      timestamp: params.timestamp ?? at,
    }
    meterEvents.set(identifier, made)
    return made
  })
  const summaries = z.strictObject({ ...paging, customer: text, start_time: int, end_time: int, value_grouping_window: optional(text) })
  api.get('billing/meters/:id/event_summaries', summaries, (params, id) => {
    const meter = need(meters, id, 'meter')
    const period = { start: params.start_time, end: params.end_time }
    const summary = {
      id: newId(world, 'mtrusg'),
      object: 'billing.meter_event_summary',
      aggregated_value: sumUsage(world, meter, params.customer, period),
      start_time: period.start,
      end_time: period.end,
      livemode: false,
      meter: id,
    }
    return pageOf([summary], params, `/v1/billing/meters/${id}/event_summaries`)
  })
}

function entitlementRoutes(api: Api, world: StripeWorld): void {
  const { features, productFeatures, products } = world.state
  api.post(
    'entitlements/features',
    z.strictObject({ name: text, lookup_key: text, metadata: optional(metadata), ...expandable }),
    params => {
      const id = newId(world, 'feat')
      const feature: Stripe.Entitlements.Feature = {
        id,
        object: 'entitlements.feature',
        active: true,
        livemode: false,
        lookup_key: params.lookup_key,
        metadata: params.metadata ?? {},
        name: params.name,
      }
      features.set(id, feature)
      return feature
    },
  )
  api.get('entitlements/features/:id', z.strictObject(expandable), (_params, id) => need(features, id, 'feature'))
  api.get(
    'entitlements/features',
    z.strictObject({ ...paging, archived: optional(bool), lookup_key: optional(text) }),
    ({ lookup_key: key, archived: _archived, ...page }) =>
      pageOf(
        [...features.values()].filter(one => (key ?? one.lookup_key) === one.lookup_key),
        page,
        '/v1/entitlements/features',
      ),
  )
  api.post('products/:id/features', z.strictObject({ entitlement_feature: text, ...expandable }), (params, id) => {
    need(products, id, 'product')
    const feature = need(features, params.entitlement_feature, 'feature', 'entitlement_feature')
    productFeatures.set(id, [...(productFeatures.get(id) ?? []), feature.id])
    return { id: newId(world, 'prodft'), object: 'product_feature', entitlement_feature: feature, livemode: false }
  })
  api.get('entitlements/active_entitlements', z.strictObject({ ...paging, customer: text }), ({ customer, ...page }) =>
    pageOf(activeEntitlements(world, customer), page, '/v1/entitlements/active_entitlements'),
  )
}
