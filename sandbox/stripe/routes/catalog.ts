// Routes of products, prices, and tax rates.
import { z } from 'zod/mini'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { makeTaxRate } from '../invoicing/tax.ts'
import { addPrice, addProduct, takeLookupKey } from '../objects/catalog.ts'
import { mergeMetadata } from '../objects/customer.ts'
import { worldTime } from '../time.ts'
import type { Api } from '../wire/api.ts'
import { invalidRequest, need } from '../wire/failure.ts'
import { isWithin, pageOf } from '../wire/list.ts'
import { bool, decimal, emptyable, expandable, int, metadata, optional, paging, range, text, unused } from '../wire/params.ts'
import type { StripeWorld } from '../world.ts'

export function catalogRoutes(api: Api, world: StripeWorld): void {
  productRoutes(api, world)
  priceRoutes(api, world)
  taxRateRoutes(api, world)
}

function productRoutes(api: Api, world: StripeWorld): void {
  const { products } = world.state
  const fields = {
    active: optional(bool),
    description: optional(emptyable(text)),
    images: unused,
    marketing_features: unused,
    metadata: optional(emptyable(metadata)),
    statement_descriptor: unused,
    tax_code: optional(emptyable(text)),
    unit_label: unused,
    url: unused,
    ...expandable,
  }
  api.post('products', z.strictObject({ ...fields, id: optional(text), name: text }), params => {
    const { id, name, active, description, tax_code: taxCode, metadata: given } = params
    return addProduct(world, {
      id,
      name,
      active,
      description: description ?? undefined,
      tax_code: taxCode ?? undefined,
      metadata: given ?? {},
    })
  })
  api.get('products/:id', z.strictObject(expandable), (_params, id) => need(products, id, 'product'))
  api.post('products/:id', z.strictObject({ ...fields, name: optional(text), default_price: optional(text) }), (params, id) => {
    const product = need(products, id, 'product')
    Object.assign(product, {
      name: params.name ?? product.name,
      active: params.active ?? product.active,
      default_price: params.default_price ?? product.default_price,
      description: params.description === undefined ? product.description : params.description,
      tax_code: params.tax_code === undefined ? product.tax_code : params.tax_code,
      metadata: params.metadata === undefined ? product.metadata : mergeMetadata(product.metadata, params.metadata),
      updated: worldTime(world),
    })
    emit(world, 'product.updated', product)
    return product
  })
  api.delete('products/:id', z.strictObject({}), (_params, id) => {
    const product = need(products, id, 'product')
    if ([...world.state.prices.values()].some(price => price.product === id))
      throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.', 'id')
    products.delete(id)
    emit(world, 'product.deleted', product)
    return { id, object: 'product', deleted: true }
  })
  const list = z.strictObject({ ...paging, active: optional(bool), ids: optional(z.array(text)), created: optional(range) })
  api.get('products', list, ({ active, ids, created, ...page }) =>
    pageOf(
      [...products.values()].filter(
        one => (active ?? one.active) === one.active && (ids?.includes(one.id) ?? true) && isWithin(one.created, created),
      ),
      page,
      '/v1/products',
    ),
  )
}

const recurringShape = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: optional(int),
  usage_type: optional(z.enum(['licensed', 'metered'])),
  meter: optional(text),
})

function priceRoutes(api: Api, world: StripeWorld): void {
  const { prices, products } = world.state
  const fields = {
    active: optional(bool),
    lookup_key: optional(text),
    metadata: optional(emptyable(metadata)),
    nickname: optional(text),
    tax_behavior: optional(z.enum(['exclusive', 'inclusive', 'unspecified'])),
    transfer_lookup_key: optional(bool),
    ...expandable,
  }
  const create = z.strictObject({
    ...fields,
    currency: text,
    product: optional(text),
    product_data: optional(z.strictObject({ id: optional(text), name: text, metadata: optional(metadata), tax_code: optional(text) })),
    recurring: optional(recurringShape),
    unit_amount: optional(int),
    unit_amount_decimal: optional(decimal),
    billing_scheme: optional(z.literal('per_unit')),
  })
  api.post('prices', create, params => {
    const amount = params.unit_amount ?? params.unit_amount_decimal
    if (amount === undefined) throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
    if (amount < 0 || !/^[a-z]{3}$/i.test(params.currency)) throw invalidRequest('Invalid price.', amount < 0 ? 'unit_amount' : 'currency')
    if (params.product === undefined && !params.product_data)
      throw invalidRequest('Missing required param: product.', 'product', 'parameter_missing')
    const { recurring } = params
    const product = params.product_data
      ? addProduct(world, params.product_data).id
      : need(products, params.product ?? '', 'product', 'product').id
    return addPrice(world, {
      product,
      currency: params.currency,
      unitAmount: amount,
      recurring: recurring
        ? {
            interval: recurring.interval,
            intervalCount: recurring.interval_count ?? 1,
            usageType: recurring.usage_type ?? 'licensed',
            meter: recurring.meter ?? null,
          }
        : null,
      lookupKey: params.lookup_key ?? null,
      transferLookupKey: params.transfer_lookup_key ?? false,
      nickname: params.nickname ?? null,
      metadata: params.metadata ?? {},
      taxBehavior: params.tax_behavior ?? 'unspecified',
      active: params.active ?? true,
    })
  })
  api.get('prices/:id', z.strictObject(expandable), (_params, id) => need(prices, id, 'price'))
  api.post('prices/:id', z.strictObject(fields), (params, id) => {
    const price = need(prices, id, 'price')
    if (params.lookup_key !== undefined && params.lookup_key !== price.lookup_key)
      takeLookupKey(world, params.lookup_key, params.transfer_lookup_key ?? false)
    Object.assign(price, {
      active: params.active ?? price.active,
      lookup_key: params.lookup_key ?? price.lookup_key,
      nickname: params.nickname ?? price.nickname,
      tax_behavior: params.tax_behavior ?? price.tax_behavior,
      metadata: params.metadata === undefined ? price.metadata : mergeMetadata(price.metadata, params.metadata),
    })
    emit(world, 'price.updated', price)
    return price
  })
  const list = z.strictObject({
    ...paging,
    active: optional(bool),
    currency: optional(text),
    created: optional(range),
    lookup_keys: optional(z.array(text).check(z.maxLength(10))),
    product: optional(text),
    recurring: optional(z.strictObject({ interval: optional(text), usage_type: optional(text), meter: optional(text) })),
    type: optional(z.enum(['one_time', 'recurring'])),
  })
  api.get('prices', list, params => {
    const found = [...prices.values()].filter(
      one =>
        (params.active ?? one.active) === one.active &&
        (params.currency ?? one.currency) === one.currency &&
        isWithin(one.created, params.created) &&
        (params.lookup_keys?.includes(one.lookup_key ?? '') ?? true) &&
        (params.product ?? one.product) === one.product &&
        (params.recurring?.interval ?? one.recurring?.interval) === one.recurring?.interval &&
        (params.type ?? one.type) === one.type,
    )
    return pageOf(found, params, '/v1/prices')
  })
}

function taxRateRoutes(api: Api, world: StripeWorld): void {
  const { taxRates } = world.state
  const fields = {
    active: optional(bool),
    country: optional(text),
    description: optional(text),
    jurisdiction: optional(text),
    metadata: optional(metadata),
    state: optional(text),
    tax_type: optional(text),
    ...expandable,
  }
  const create = z.strictObject({ ...fields, display_name: text, inclusive: bool, percentage: decimal })
  api.post('tax_rates', create, ({ display_name: name, inclusive, percentage, ...params }) => {
    const rate = makeTaxRate(world, newId(world, 'txr'), {
      display_name: name,
      inclusive,
      percentage,
      active: params.active ?? true,
      country: params.country ?? null,
      description: params.description ?? null,
      jurisdiction: params.jurisdiction ?? null,
      metadata: params.metadata ?? {},
      state: params.state ?? null,
      tax_type: params.tax_type ?? null,
    })
    taxRates.set(rate.id, rate)
    emit(world, 'tax_rate.created', rate)
    return rate
  })
  api.get('tax_rates/:id', z.strictObject(expandable), (_params, id) => need(taxRates, id, 'tax rate'))
  api.post('tax_rates/:id', z.strictObject({ ...fields, display_name: optional(text) }), (params, id) => {
    const rate = need(taxRates, id, 'tax rate')
    Object.assign(rate, { active: params.active ?? rate.active, display_name: params.display_name ?? rate.display_name })
    emit(world, 'tax_rate.updated', rate)
    return rate
  })
  api.get('tax_rates', z.strictObject({ ...paging, active: optional(bool) }), ({ active, ...page }) =>
    pageOf(
      [...taxRates.values()].filter(one => (active ?? one.active) === one.active),
      page,
      '/v1/tax_rates',
    ),
  )
}
