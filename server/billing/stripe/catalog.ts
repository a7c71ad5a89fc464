// Makes plans known to Stripe: one product per plan, and one price per version, interval and currency.
import type Stripe from 'stripe'
import { type Plan, type Price, planName } from '../../../core/plans/plans.ts'
import { currencyDigits } from '../../../core/text/money.ts'
import { ProviderError, type PublishedPrice } from '../provider.ts'
import { callStripe, findAtStripe, hasCode } from './client.ts'

/** Stripe's limit for one request. */
const maxLookupKeys = 10

/** The currencies whose amounts Stripe does not count in hundredths, by their digits. */
const digitsAtStripe = new Map([
  ...['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv', 'xaf', 'xof', 'xpf'].map(
    code => [code, 0] as const,
  ),
  ...['bhd', 'jod', 'kwd', 'omr', 'tnd'].map(code => [code, 3] as const),
])

/** Stripe would charge another amount than the one we show, as for forints. */
const isOdd = ({ currency }: Price): boolean => currencyDigits(currency) !== (digitsAtStripe.get(currency) ?? 2)

export async function publishPrices(client: Stripe, plan: Plan, isTaxed: boolean): Promise<PublishedPrice[]> {
  const odd = plan.prices.find(isOdd)
  if (odd) throw new ProviderError('refused', `Stripe counts ${odd.currency} in other units than we do. Choose another currency.`)
  if (plan.prices.length === 0) return []
  const product = await publishProduct(client, plan)
  const known = await findPrices(client, plan)
  return Promise.all(
    plan.prices.map(async price => ({
      ...price,
      priceRef: known.get(keyOf(plan, price)) ?? (await addPrice(client, plan, price, product, isTaxed)),
    })),
  )
}

/** The product that stands for a plan, in all of its versions. */
export const productOf = (planId: string): string => productPrefix + planId
export const planOfProduct = (productRef: string): string =>
  productRef.startsWith(productPrefix) ? productRef.slice(productPrefix.length) : productRef

const productPrefix = 'mailferry_'

const keyOf = ({ id, version }: Plan, { interval, currency }: Price): string => `${id}_v${version}_${interval}_${currency}`

async function publishProduct(client: Stripe, plan: Plan): Promise<string> {
  const id = productOf(plan.id)
  const name = planName(plan, 'en')
  const product = await findAtStripe(() => client.products.retrieve(id))
  if (product) {
    if (product.name !== name) await callStripe(() => client.products.update(id, { name }))
    return id
  }
  try {
    await callStripe(() => client.products.create({ id, name, metadata: { plan_id: plan.id } }))
  } catch (error) {
    // Another host was faster.
    if (!hasCode(error, 'resource_already_exists')) throw error
  }
  return id
}

/** The prices that exist already, by their key; one with another amount is left out, and replaced. */
async function findPrices(client: Stripe, plan: Plan): Promise<Map<string, string>> {
  const amounts = new Map(plan.prices.map(price => [keyOf(plan, price), price.amount]))
  const keys = [...amounts.keys()]
  const found = new Map<string, string>()
  for (let i = 0; i < keys.length; i += maxLookupKeys) {
    const lookup_keys = keys.slice(i, i + maxLookupKeys)
    const { data } = await callStripe(() => client.prices.list({ active: true, lookup_keys, limit: 100 }))
    for (const { id, lookup_key, unit_amount } of data)
      if (lookup_key !== null && amounts.get(lookup_key) === unit_amount) found.set(lookup_key, id)
  }
  return found
}

async function addPrice(client: Stripe, plan: Plan, price: Price, product: string, isTaxed: boolean): Promise<string> {
  const { amount, currency, interval } = price
  const key = keyOf(plan, price)
  const { id } = await callStripe(() =>
    client.prices.create(
      {
        product,
        currency,
        unit_amount: amount,
        recurring: { interval },
        lookup_key: key,
        transfer_lookup_key: true,
        metadata: { plan_id: plan.id, plan_version: String(plan.version) },
        // Our prices are those before tax.
        ...(isTaxed && { tax_behavior: 'exclusive' }),
      },
      { idempotencyKey: `price:${key}:${amount}:${isTaxed}` },
    ),
  )
  return id
}
