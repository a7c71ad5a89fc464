// Runs `npm run admin -- payments …`: forgets what was read from Stripe, or ends what is paid by invoice, so that another provider can be used.
import { cancelHandNow } from '../../billing/by-hand/changes.ts'
import { listHandCustomers, openSubscriptionRefs } from '../../billing/by-hand/owners.ts'
import { readHandCustomer } from '../../billing/by-hand/snapshot.ts'
import type { HandDeps } from '../../billing/by-hand/subscription.ts'
import { writeSnapshot } from '../../billing/customers/snapshot-owners.ts'
import { forgetStripe } from '../../billing/provider-owners.ts'

const usage =
  'Say what to do: npm run admin -- payments forget removes customers, subscriptions and invoices that came from Stripe; npm run admin -- payments end ends the subscriptions that are paid by invoice, and voids their open invoices.'

/** Throws an Error with a sentence that says what to do instead. */
export async function runPaymentsCommand(deps: HandDeps, [verb]: string[]): Promise<string> {
  if (verb === 'forget') return forget(deps)
  if (verb === 'end') return endAll(deps)
  throw new Error(usage)
}

async function forget({ db }: HandDeps): Promise<string> {
  const customers = await db.transaction().execute(forgetStripe)
  return `Removed what was read from Stripe of ${customers} ${customers === 1 ? 'customer' : 'customers'}. Stripe itself keeps its customers and subscriptions: cancel them there.`
}

async function endAll(deps: HandDeps): Promise<string> {
  const { db, now } = deps
  const refs = await openSubscriptionRefs(db)
  for (const ref of refs) await cancelHandNow(deps, ref)
  for (const customerRef of await listHandCustomers(db))
    await writeSnapshot(db, 'invoice', customerRef, () => readHandCustomer(db, customerRef, now()), now())
  return `Ended ${refs.length} ${refs.length === 1 ? 'subscription that was' : 'subscriptions that were'} paid by invoice. Their open invoices are void.`
}
