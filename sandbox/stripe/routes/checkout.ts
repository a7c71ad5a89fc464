// Routes of Checkout Sessions and of the customer portal.
import { z } from 'zod/mini'
import { addSession, expireSession, lineItemsOf } from '../checkout/session.ts'
import { emit } from '../events.ts'
import { mergeMetadata } from '../objects/customer.ts'
import { addPortalConfiguration, addPortalSession, defaultConfiguration, defaultFeatures } from '../objects/portal.ts'
import { worldTime } from '../time.ts'
import type { Api } from '../wire/api.ts'
import { invalidRequest, missing, need } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { bool, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'
import { discountsShape, readDiscounts } from './discounts.ts'
import { featuresOf, featuresShape } from './portal-features.ts'

const missingMethod = z.enum(['cancel', 'create_invoice', 'pause'])
const subscriptionData = z.strictObject({
  billing_mode: unused,
  description: optional(text),
  metadata: optional(metadata),
  trial_end: optional(int),
  trial_period_days: optional(int),
  trial_settings: optional(
    z.strictObject({ end_behavior: z.strictObject({ missing_payment_method: missingMethod, billing_cycle_anchor: unused }) }),
  ),
  invoice_settings: unused,
})
const createShape = z.strictObject({
  mode: z.enum(['subscription', 'setup']),
  allow_promotion_codes: optional(bool),
  automatic_tax: optional(z.strictObject({ enabled: bool })),
  billing_address_collection: unused,
  cancel_url: optional(text),
  client_reference_id: optional(text),
  consent_collection: unused,
  currency: optional(text),
  custom_text: unused,
  customer: optional(text),
  customer_creation: unused,
  customer_email: optional(text),
  customer_update: unused,
  discounts: optional(discountsShape),
  expires_at: optional(int),
  line_items: optional(z.array(z.strictObject({ price: text, quantity: optional(int), adjustable_quantity: unused, metadata: unused }))),
  locale: optional(text),
  metadata: optional(metadata),
  payment_method_collection: optional(z.enum(['always', 'if_required'])),
  payment_method_types: unused,
  phone_number_collection: unused,
  saved_payment_method_options: unused,
  submit_type: unused,
  subscription_data: optional(subscriptionData),
  success_url: optional(text),
  tax_id_collection: optional(z.strictObject({ enabled: bool, required: unused })),
  ui_mode: optional(z.literal('hosted_page')),
  ...expandable,
})

export function checkoutRoutes(api: Api, world: StripeWorld): void {
  const { checkoutSessions: sessions, customers } = world.state
  api.post('checkout/sessions', createShape, params => {
    if (params.customer !== undefined) need(customers, params.customer, 'customer', 'customer')
    if (params.success_url === undefined) throw invalidRequest('Missing required param: success_url.', 'success_url', 'parameter_missing')
    const items = params.line_items ?? []
    if (params.mode === 'subscription' && items.length === 0)
      throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing')
    if (params.discounts && params.allow_promotion_codes)
      throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.')
    const discounts = readDiscounts(world, params.discounts ?? [], params.customer ?? null)
    const data = params.subscription_data
    return addSession(
      world,
      {
        mode: params.mode,
        client_reference_id: params.client_reference_id ?? null,
        customer: params.customer ?? null,
        customer_email: params.customer_email ?? null,
        metadata: params.metadata ?? {},
        success_url: params.success_url,
        cancel_url: params.cancel_url ?? null,
        locale: params.locale ?? null,
        allow_promotion_codes: params.allow_promotion_codes ?? null,
        payment_method_collection: params.payment_method_collection ?? 'always',
        expiresAt: params.expires_at ?? null,
        hasTaxIds: params.tax_id_collection?.enabled ?? false,
      },
      {
        items: items.map(item => ({ price: item.price, quantity: item.quantity ?? 1 })),
        trialPeriodDays: data?.trial_period_days ?? null,
        trialEnd: data?.trial_end ?? null,
        missingPaymentMethod: data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
        subscriptionMetadata: data?.metadata ?? {},
        discount: discounts[0] ?? null,
        description: data?.description ?? null,
        isTaxAutomatic: params.automatic_tax?.enabled ?? false,
        confirming: null,
      },
    )
  })
  api.get('checkout/sessions/:id', z.strictObject(expandable), (_params, id) => need(sessions, id, 'checkout.session'))
  api.get('checkout/sessions/:id/line_items', z.strictObject(paging), (page, id) => {
    need(sessions, id, 'checkout.session')
    return pageOf(lineItemsOf(world, id).reverse(), page, `/v1/checkout/sessions/${id}/line_items`)
  })
  api.post('checkout/sessions/:id', z.strictObject({ metadata: optional(emptyable(metadata)), ...expandable }), (params, id) => {
    const session = need(sessions, id, 'checkout.session')
    if (params.metadata !== undefined) session.metadata = mergeMetadata(session.metadata, params.metadata)
    return session
  })
  api.post('checkout/sessions/:id/expire', z.strictObject(expandable), (_params, id) => {
    const session = need(sessions, id, 'checkout.session')
    expireSession(world, session)
    return session
  })
  const list = z.strictObject({
    ...paging,
    created: optional(range),
    customer: optional(text),
    payment_intent: optional(text),
    status: optional(text),
    subscription: optional(text),
  })
  api.get('checkout/sessions', list, ({ created, customer, payment_intent: intent, status, subscription, ...page }) => {
    const found = [...sessions.values()].filter(
      one =>
        isWithin(one.created, created) &&
        (customer ?? one.customer) === one.customer &&
        (intent ?? one.payment_intent) === one.payment_intent &&
        (status ?? one.status) === one.status &&
        (subscription ?? one.subscription) === one.subscription,
    )
    return pageOf(found, page, '/v1/checkout/sessions')
  })
  portalRoutes(api, world)
}

function portalRoutes(api: Api, world: StripeWorld): void {
  const { portalConfigurations: configurations, customers } = world.state
  const create = z.strictObject({
    customer: text,
    configuration: optional(text),
    return_url: optional(text),
    locale: optional(text),
    flow_data: unused,
    ...expandable,
  })
  api.post('billing_portal/sessions', create, params => {
    if (!customers.has(params.customer)) throw missing('customer', params.customer, 'customer')
    const configuration =
      params.configuration === undefined
        ? defaultConfiguration(world)
        : need(configurations, params.configuration, 'configuration', 'configuration')
    return addPortalSession(world, {
      customer: params.customer,
      configuration: configuration.id,
      returnUrl: params.return_url ?? configuration.default_return_url,
      locale: params.locale ?? null,
    })
  })
  const profile = z.strictObject({
    headline: optional(emptyable(text)),
    privacy_policy_url: optional(text),
    terms_of_service_url: optional(text),
  })
  const fields = {
    business_profile: optional(profile),
    default_return_url: optional(emptyable(text)),
    login_page: unused,
    metadata: optional(emptyable(metadata)),
    name: optional(emptyable(text)),
    ...expandable,
  }
  api.post('billing_portal/configurations', z.strictObject({ ...fields, features: featuresShape }), params =>
    addPortalConfiguration(world, {
      active: true,
      business_profile: profileOf(params.business_profile),
      default_return_url: params.default_return_url ?? null,
      features: featuresOf(params.features, offFeatures),
      is_default: false,
      metadata: params.metadata ?? {},
      name: params.name ?? null,
    }),
  )
  api.post(
    'billing_portal/configurations/:id',
    z.strictObject({ ...fields, active: optional(bool), features: optional(featuresShape) }),
    (params, id) => {
      const configuration = need(configurations, id, 'configuration')
      configuration.active = params.active ?? configuration.active
      if (params.features) configuration.features = featuresOf(params.features, configuration.features)
      if (params.business_profile) configuration.business_profile = profileOf(params.business_profile)
      if (params.default_return_url !== undefined) configuration.default_return_url = params.default_return_url
      if (params.metadata !== undefined) configuration.metadata = mergeMetadata(configuration.metadata, params.metadata)
      configuration.updated = worldTime(world)
      emit(world, 'billing_portal.configuration.updated', configuration)
      return configuration
    },
  )
  api.get('billing_portal/configurations/:id', z.strictObject(expandable), (_params, id) => need(configurations, id, 'configuration'))
  const list = z.strictObject({ ...paging, active: optional(bool), is_default: optional(bool) })
  api.get('billing_portal/configurations', list, ({ active, is_default: isDefault, ...page }) =>
    pageOf(
      [...configurations.values()].filter(one => (active ?? one.active) === one.active && (isDefault ?? one.is_default) === one.is_default),
      page,
      '/v1/billing_portal/configurations',
    ),
  )
}

const profileOf = (
  given:
    | { headline?: string | null | undefined; privacy_policy_url?: string | undefined; terms_of_service_url?: string | undefined }
    | undefined,
) => ({
  headline: given?.headline ?? null,
  privacy_policy_url: given?.privacy_policy_url ?? null,
  terms_of_service_url: given?.terms_of_service_url ?? null,
})

const offFeatures = {
  ...defaultFeatures,
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: { ...defaultFeatures.subscription_cancel, enabled: false },
}
