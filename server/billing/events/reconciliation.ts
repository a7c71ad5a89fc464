// Reads every customer back from the provider once a night, and counts where ours differed.
import type { Db } from '../../foundation/db/pool.ts'
import { listCustomerRefs, type Refresh } from '../customers/snapshot-owners.ts'
import { type PaymentProvider, ProviderError } from '../provider.ts'
import { saveReconciliation } from './queue.ts'

export interface ReconciliationDeps {
  db: Db
  provider: Pick<PaymentProvider, 'name' | 'listCustomers'>
  refresh: Refresh
  now(): Date
  onError(error: unknown, customerRef: string): void
}

export interface Reconciliation {
  /** Customers that were read. */
  customers: number
  /** Of those, how many differed from ours; what was found is written. */
  differences: number
  /** Customers of ours that the provider doesn't know. */
  missing: string[]
  /** Customers with a subscription there that are not ours. */
  strangers: string[]
  failed: number
}

/** After this many customers in a row for whom the provider can't be reached, the rest wait for the next night. */
const maxUnreachable = 5

export async function reconcile(deps: ReconciliationDeps): Promise<Reconciliation> {
  const { db, provider, now } = deps
  const found: Reconciliation = { customers: 0, differences: 0, missing: [], strangers: [], failed: 0 }
  const ours = new Set(await listCustomerRefs(db, provider.name))
  const all = new Set(ours)
  for await (const customerRef of provider.listCustomers()) all.add(customerRef)
  let unreachable = 0
  for (const customerRef of all) {
    if (!ours.has(customerRef)) found.strangers.push(customerRef)
    else unreachable = (await reconcileOne(deps, customerRef, found)) ? 0 : unreachable + 1
    if (unreachable >= maxUnreachable) throw new ProviderError('unreachable', 'The provider stopped answering during the reconciliation.')
  }
  await saveReconciliation(db, provider.name, { at: now(), customers: found.customers, differences: found.differences })
  return found
}

/** False when the provider could not be reached. One customer's trouble must not stop the others. */
async function reconcileOne({ refresh, onError }: ReconciliationDeps, customerRef: string, found: Reconciliation): Promise<boolean> {
  try {
    const result = await refresh(customerRef)
    found.customers++
    if (result.kind === 'unknown') found.missing.push(customerRef)
    if (result.isDifferent) found.differences++
    return true
  } catch (error) {
    onError(error, customerRef)
    found.failed++
    return !(error instanceof ProviderError && error.kind === 'unreachable')
  }
}
