// Plays users and administrators of a server that sells plans with invoices by hand, on real PostgreSQL.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../foundation/db/pool.ts'
import { loadWords } from '../../foundation/words.ts'
import { openAllowance } from '../allowance.ts'
import { openHandProvider } from '../by-hand/open.ts'
import { advanceAll } from '../by-hand/renewals.ts'
import { openRefresh } from '../customers/snapshot-owners.ts'
import { billingHandlers } from '../handlers.ts'
import { seedPlans } from '../plans/publish.ts'
import { type PaymentProvider, ProviderError } from '../provider.ts'
import type { BillingDeps, BillingLog, StaffEntry } from './payments.ts'

const start = new Date('2026-04-10T10:00:00Z')

type Broken = Partial<Record<keyof PaymentProvider, ProviderError['kind']>>

export async function openBilling(db: Db) {
  await seedPlans(db, start)
  let now = start
  const broken: Broken = {}
  const log: BillingLog[] = []
  const staffLog: StaffEntry[] = []
  const calls: string[] = []
  const changed: string[] = []
  const hand = {
    ...{ db, now: () => now, dueDays: 14, graceDays: 7, publicUrl: 'https://mailferry.example' },
    issuer: { name: null, address: null, email: null, instructions: 'Pay to IBAN 1' },
    readBuyer: async () => ({ email: null, words: loadWords('en') }),
  }
  const real = openHandProvider(hand)
  // Every call may be refused or unreachable, and is counted.
  const provider = new Proxy(real, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return (...given: unknown[]) => {
        calls.push(String(name))
        const kind = Object.entries(broken).find(([call]) => call === name)?.[1]
        if (kind) return Promise.reject(new ProviderError(kind, 'The card has expired.'))
        return Reflect.apply(method, target, given)
      }
    },
  })
  const onChange = async (ownerId: string) => void changed.push(ownerId)
  const refresh = openRefresh({ db, provider, now: () => now, onChange, onUnknownPrices: () => undefined })
  const allowance = openAllowance({ sells: true, graceDays: 7 })
  const deps: BillingDeps = {
    ...{ db, currency: 'usd', publicUrl: 'https://mailferry.example', now: () => now },
    payments: { provider, refresh, markPaid: real.markPaid, howToPay: hand.issuer.instructions },
    say: loadWords('en').of('billing'),
    async readAllowance(ownerId) {
      const { limits, source, delivery, reason, until } = await allowance.allowanceOf(db, ownerId, now)
      return { limits, source, delivery, reason, until: until?.toISOString() ?? null }
    },
    readUsage: async () => ({
      ...{ month: '2026-04', delivered: 0, reserved: 0, returned: 0 },
      ...{ limit: null, forecast: null, mailboxes: 0, filters: 0 },
    }),
    readBuyer: async () => ({ email: 'anna@example.com', language: 'en' }),
    log: async (_caller, entry) => void log.push(entry),
    recordStaff: async (_db, _caller, entry) => void staffLog.push(entry),
  }
  const handlers = billingHandlers(deps, null)
  const pass = async (days: number) => {
    for (let day = 0; day < days; day++) {
      now = new Date(now.getTime() + 86_400_000)
      await advanceAll(hand, () => undefined)
    }
    for await (const customerRef of real.listCustomers()) await refresh(customerRef)
  }
  const wait = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { deps, handlers, broken, log, staffLog, calls, onChange, changed, pass, wait, now: () => now }
}

const request = {} as FastifyRequest
export const person = (userId: string = randomUUID()) => ({
  userId,
  sessionId: '',
  request,
  params: undefined,
  query: undefined,
  body: undefined,
})
export type Caller = ReturnType<typeof person>
type Opened = Awaited<ReturnType<typeof openBilling>>
export const choice = (planId: string, interval: 'month' | 'year' = 'month') => ({ planId, interval })

export const buy = ({ handlers }: Opened, who: Caller, planId = 'personal', interval: 'month' | 'year' = 'month') =>
  handlers.startCheckout({ ...who, body: choice(planId, interval) })
export const look = ({ handlers }: Opened, who: Caller, id: string) => handlers.readCheckout({ ...who, params: { id } })
export const invoicesOf = async ({ handlers }: Opened, who: Caller) =>
  (await handlers.invoices.list({ ...who, query: { limit: 50 } })).items
export const payAll = async (opened: Opened, who: Caller) => {
  for (const { id, state } of await invoicesOf(opened, who))
    if (state === 'open')
      await opened.handlers.invoices.markPaid({ ...who, params: { id }, body: { reference: `bank ${id}`, reason: 'It arrived' } })
}
/** With a paid subscription and no trial left. */
export async function subscriber(db: Db, planId = 'business', interval: 'month' | 'year' = 'month') {
  const [opened, who] = [await openBilling(db), person()]
  await buy(opened, who, planId, interval)
  await payAll(opened, who)
  return { opened, who }
}
export const page = ({ handlers }: Opened, who: Caller) => handlers.get(who)
export const agree = async ({ handlers }: Opened, who: Caller, body: ReturnType<typeof choice>) => {
  const preview = await handlers.preview({ ...who, body })
  return { preview, body: { ...body, planVersion: preview.to.plan.version, prorationAt: preview.prorationAt, dueNow: preview.dueNow } }
}
