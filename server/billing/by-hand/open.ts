// The payment provider "invoice by hand": the operator writes invoices, and marks them as paid. Its own tables are the foreign service.
import type { Words } from '../../../core/words/words.ts'
import { planVersion } from '../plans/owners.ts'
import type { PaymentProvider } from '../provider.ts'
import {
  cancelHand,
  cancelHandNow,
  changeHandPlan,
  changeHandPlanLater,
  extendHandTrial,
  keepHandPlan,
  pauseHand,
  previewHandChange,
  resumeHand,
  unpauseHand,
} from './changes.ts'
import { expireHandCheckout, readHandCheckout, startHandCheckout } from './checkout.ts'
import { type InvoiceIssuer, renderInvoice } from './document.ts'
import { listHandCustomers, readInvoiceByRef } from './owners.ts'
import { type HandPayment, markHandPaid, refundHand } from './payments.ts'
import { handCustomerOf, ownerOfHandCustomer, readHandCustomer } from './snapshot.ts'
import { type HandDeps, priceOf } from './subscription.ts'

export interface HandProviderDeps extends HandDeps {
  issuer: InvoiceIssuer
  publicUrl: string
  /** Who an invoice is for, and in which language; null once their account is gone. */
  readBuyer(ownerId: string): Promise<{ email: string | null; words: Words }>
}

export interface HandProvider extends PaymentProvider {
  markPaid(payment: HandPayment): Promise<void>
}

export function openHandProvider(deps: HandProviderDeps): HandProvider {
  return {
    name: 'invoice',
    capabilities: { hostedCheckout: false, hostedPortal: false, trial: true, pause: true },
    publishPrices: async ({ id, version, prices }) =>
      prices.map(price => ({ ...price, priceRef: `hand_${id}_${version}_${price.interval}_${price.currency}` })),
    createCustomer: async ({ ownerId }) => handCustomerOf(ownerId),
    startCheckout: checkout => startHandCheckout(deps, checkout),
    readCheckout: ref => readHandCheckout(deps, ref),
    expireCheckout: ref => expireHandCheckout(deps, ref),
    openPortal: async () => ({ url: `${deps.publicUrl}/subscription` }),
    previewChange: change => previewHandChange(deps, change),
    changeNow: change => changeHandPlan(deps, change),
    changeAtPeriodEnd: change => changeHandPlanLater(deps, change),
    keepPlan: ({ subscriptionRef }) => keepHandPlan(deps, subscriptionRef),
    cancelAtPeriodEnd: ({ subscriptionRef }) => cancelHand(deps, subscriptionRef),
    cancelNow: ({ subscriptionRef }) => cancelHandNow(deps, subscriptionRef),
    resume: ({ subscriptionRef }) => resumeHand(deps, subscriptionRef),
    extendTrial: request => extendHandTrial(deps, request),
    pause: ({ subscriptionRef }) => pauseHand(deps, subscriptionRef),
    unpause: ({ subscriptionRef }) => unpauseHand(deps, subscriptionRef),
    refund: refund => refundHand(deps, refund),
    readCustomer: ref => readHandCustomer(deps.db, ref, deps.now()),
    async *listCustomers() {
      yield* await listHandCustomers(deps.db)
    },
    readInvoiceFile: ref => readFile(deps, ref),
    // Nothing is typed in where an invoice is ordered.
    coupons: null,
    markPaid: payment => markHandPaid(deps, payment),
  }
}

async function readFile(deps: HandProviderDeps, invoiceRef: string) {
  const invoice = await readInvoiceByRef(deps.db, invoiceRef)
  if (!invoice) return null
  const buyer = await deps.readBuyer(ownerOfHandCustomer(invoice.customer_ref))
  const readPlan = async (priceRef: string) => {
    const { planId, planVersion: version, interval } = await priceOf(deps.db, priceRef)
    const plan = await planVersion(deps.db, planId, version)
    return { plan: plan ?? { id: planId, names: {} }, interval }
  }
  return renderInvoice({ invoice, issuer: deps.issuer, buyer, readPlan })
}
