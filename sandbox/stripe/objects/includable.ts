// Computes the fields that Stripe leaves out unless they are expanded.
import { lineItemsOf } from '../checkout/session.ts'
import { listOf } from '../wire/list.ts'
import type { StripeWorld } from '../world.ts'

/** A field that this object does not have: it stays left out. */
export const absent = Symbol('absent')

export function includable(world: StripeWorld, object: { [name: string]: unknown }, name: string): unknown {
  const id = String(object['id'])
  const { state } = world
  switch (`${String(object['object'])}.${name}`) {
    case 'invoice.payments':
      return listOf(
        [...state.invoicePayments.values()].filter(one => one.invoice === id),
        '/v1/invoice_payments',
      )
    case 'invoice.confirmation_secret':
      return confirmationSecret(world, id)
    case 'checkout.session.line_items':
      return listOf(lineItemsOf(world, id), `/v1/checkout/sessions/${id}/line_items`)
    case 'customer.subscriptions':
      return listOf(
        [...state.subscriptions.values()].filter(one => one.customer === id && one.status !== 'canceled'),
        '/v1/subscriptions',
      )
    case 'coupon.applies_to': {
      const products = state.couponProducts.get(id)
      return products ? { products } : absent
    }
    case 'charge.refunds':
      return listOf([...state.refunds.values()].filter(one => one.charge === id).reverse(), `/v1/charges/${id}/refunds`)
    default:
      return undefined
  }
}

function confirmationSecret(world: StripeWorld, invoice: string): object | null {
  const payment = [...world.state.invoicePayments.values()].find(one => one.invoice === invoice && one.is_default)
  const intent = payment?.payment.payment_intent
  const secret = typeof intent === 'string' ? world.state.paymentIntents.get(intent)?.client_secret : null
  return secret ? { type: 'payment_intent', client_secret: secret } : null
}
