// Runs `npm run admin -- payments forget`: removes what was read from Stripe, so that another account or mode can be used.
import { forgetStripe } from '../../billing/stripe/mode-owners.ts'
import type { Db } from '../../foundation/db/pool.ts'

const usage = 'Say what to do: npm run admin -- payments forget. It removes customers, subscriptions and invoices that came from Stripe.'

/** Throws an Error with a sentence that says what to do instead. */
export async function runPaymentsCommand(db: Db, [verb]: string[]): Promise<string> {
  if (verb !== 'forget') throw new Error(usage)
  const customers = await db.transaction().execute(forgetStripe)
  return `Removed what was read from Stripe of ${customers} ${customers === 1 ? 'customer' : 'customers'}. Stripe itself keeps its customers and subscriptions: cancel them there.`
}
