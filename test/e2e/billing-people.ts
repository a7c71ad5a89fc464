// Helpers for the browser tests of payments: people who pay, the ledger of the Stripe stand-in, and its clock.
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, request } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { z } from 'zod/mini'
import { getCheckoutApi, Invoice, listPlansApi, SubscriptionPage } from '../../core/api/billing.ts'
import { type PlanTerms, selfHosted } from '../../core/plans/plans.ts'
import { enterNew, freshEmail, freshPhone, password } from './people.ts'
import { cards, payByCard, saveCard, startTrial } from './stripe-pages.ts'

export const billingUrl = process.env['E2E_BILLING_URL'] ?? 'http://localhost:8080'
const stripeUrl = process.env['E2E_STRIPE_URL'] ?? ''

export interface Payer {
  email: string
  /** Requests in their name. */
  http: APIRequestContext
}

/** A newcomer, signed in on this page and for requests. */
export async function newPayer(page: Page, url = billingUrl): Promise<Payer> {
  const email = freshEmail()
  await enterNew(page, email)
  return { email, http: await requestsOf(url, email) }
}

export async function requestsOf(url: string, email: string): Promise<APIRequestContext> {
  const http = await request.newContext({ baseURL: url })
  const answer = await http.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json())
  await http.dispose()
  return request.newContext({ baseURL: url, extraHTTPHeaders: { authorization: `Bearer ${access_token}` } })
}

export const subscriptionOf = async ({ http }: Payer): Promise<SubscriptionPage> =>
  SubscriptionPage.parse(await (await http.get('/api/subscription')).json())

export const invoicesOf = async ({ http }: Payer): Promise<Invoice[]> =>
  z.object({ items: z.array(Invoice) }).parse(await (await http.get('/api/invoices')).json()).items

export const checkoutOf = async ({ http }: Payer, id: string): Promise<z.output<typeof getCheckoutApi.answer>> =>
  getCheckoutApi.answer.parse(await (await http.get(`/api/checkouts/${id}`)).json())

/** Passes once the subscription is in this state; null is the free plan. */
export async function expectState(payer: Payer, state: string | null): Promise<void> {
  await expect.poll(async () => (await subscriptionOf(payer)).subscription?.state ?? null).toBe(state)
}

const Checkout = z.object({ id: z.string(), url: z.string() })

/** Begins a payment without our pages, and returns where it goes on. */
export async function startCheckout({ http }: Payer, planId: string, interval = 'month'): Promise<{ id: string; url: string }> {
  return Checkout.parse(await (await http.post('/api/checkouts', { data: { planId, interval } })).json())
}

/** Pays for a plan on the hosted page, and waits until it applies. */
export async function buy(page: Page, payer: Payer, planId: string, interval = 'month'): Promise<void> {
  await page.goto((await startCheckout(payer, planId, interval)).url)
  await payByCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 2, name: 'You’re on' })).toBeVisible()
  await expectState(payer, 'active')
}

/** Begins a trial, which needs no card. */
export async function tryPersonal(page: Page, payer: Payer): Promise<void> {
  await page.goto((await startCheckout(payer, 'personal')).url)
  await startTrial(page)
  await expect(page.getByRole('heading', { level: 2, name: 'You’re on Personal' })).toBeVisible()
  await expectState(payer, 'trialing')
}

/** Pays once; then the card is changed for one that never pays, and the month ends. */
export async function failRenewal(page: Page, payer: Payer): Promise<void> {
  await buy(page, payer, 'business')
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Manage payment' }).click()
  await saveCard(page, cards.failsLater)
  await passPeriod(payer)
  await expectState(payer, 'past_due')
}

const Entry = z.object({ kind: z.string(), customer: z.nullable(z.string()), invoice: z.nullable(z.string()), amount: z.int() })
const Customers = z.object({ data: z.array(z.object({ id: z.string() })) })

/** What moved for a person at the stand-in, the oldest first: charges, and refunds as negative amounts. */
export async function ledgerOf({ email }: Payer): Promise<{ kind: string; invoice: string | null; amount: number }[]> {
  const { data } = Customers.parse(await (await stripe('GET', `/v1/customers?email=${encodeURIComponent(email)}`)).json())
  const ids = data.map(({ id }) => id)
  const { entries } = z.object({ entries: z.array(Entry) }).parse(await (await stripe('GET', '/_sim/ledger')).json())
  return entries
    .filter(({ customer }) => customer !== null && ids.includes(customer))
    .map(({ kind, invoice, amount }) => ({ kind, invoice, amount }))
}

export const amountsOf = async (payer: Payer): Promise<number[]> => (await ledgerOf(payer)).map(({ amount }) => amount)

/** A test control of the stand-in, such as `faults` or `outage`. */
export async function sim(method: 'POST' | 'DELETE', control: string, body?: object): Promise<void> {
  const answer = await fetch(`${stripeUrl}/_sim/${control}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${control}: ${answer.status} ${await answer.text()}`)
}

/** A call of Stripe's API. */
export const stripe = (method: 'GET' | 'POST', path: string, form?: Record<string, string>): Promise<Response> =>
  fetch(`${stripeUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(form && { body: new URLSearchParams(form) }),
  })

export async function sandboxNow(): Promise<Date> {
  return new Date(z.object({ now: z.string() }).parse(await (await fetch(`${stripeUrl}/_sim/clock`)).json()).now)
}

const dayMs = 86_400_000

/** The clock of this server and of its stand-ins; tests that come later start from there. */
export async function passDays(days: number): Promise<void> {
  await passUntil(new Date((await sandboxNow()).getTime() + days * dayMs))
}

export async function passUntil(at: Date): Promise<void> {
  await sim('POST', 'clock', { advance: Math.max(0, at.getTime() - (await sandboxNow()).getTime()) })
}

/** A renewal's invoice is a draft for an hour. */
export async function passPeriod(payer: Payer): Promise<void> {
  const end = (await subscriptionOf(payer)).subscription?.periodEndsAt
  if (!end) throw new Error('There is no period to end.')
  await passUntil(new Date(Date.parse(end) + 2 * 3_600_000))
}

/** As the pages write it. */
export function dayOf(at: string | null | undefined): string {
  const date = new Date(at ?? '')
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return date.toLocaleDateString('en', { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
}

export interface Receiving {
  address: string
  phone: string
}

/** Gives a person an address, a linked phone, and a filter that forwards everything about bills. */
export async function receiveMail({ http }: Payer): Promise<Receiving> {
  const post = async (path: string, data: unknown): Promise<unknown> => (await http.post(path, { data })).json()
  const { address } = z.object({ address: z.string() }).parse(await post('/api/mailboxes', { kind: 'address' }))
  const { text } = z.object({ text: z.string() }).parse(await post('/api/destinations', { name: 'My phone' }))
  const phone = freshPhone()
  await writeFrom({ http }, phone, text)
  const condition = { any: [{ field: 'subject', operator: 'contains', values: ['bill'] }] }
  await post('/api/filters', { name: 'Bills', condition, actions: [{ kind: 'forward', destinationIds: [] }] })
  await expect.poll(async () => (await http.get('/api/destinations')).text()).toContain('"linked"')
  return { address, phone }
}

/** Opens the window in which a phone gets messages, too. */
export async function writeFrom({ http }: Pick<Payer, 'http'>, phone: string, text: string): Promise<void> {
  await http.post(`/sandbox/phone/api/phones/${phone}/messages`, { data: { text } })
}

/** All that a phone shows, as text. */
export const chatOf = async ({ http }: Payer, phone: string): Promise<string> =>
  (await http.get(`/sandbox/phone/api/phones/${phone}`)).text()

export async function mailTo(address: string, subject: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: Number(process.env['E2E_BILLING_SMTP_PORT']), ignoreTLS: true })
  await transport.sendMail({ from: 'Harbour Office <office@example.net>', to: address, subject, text: 'Please see the bill.' })
  transport.close()
}

/** Runs `npm run admin -- …` beside a running server, and returns what it prints. */
export function administrate(settings: Record<string, string>, parameters: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const command = ['server/use-cases/admin/command.ts', ...parameters]
  execFile(process.execPath, command, { env: { ...process.env, ...settings } }, (error, stdout, stderr) =>
    error ? reject(new Error(stderr || error.message)) : resolve(stdout),
  )
  return promise
}

/** Publishes a free plan with so many deliveries a month, and the one before again. */
export async function withFreeDeliveries({ http }: Payer, deliveriesPerMonth: number, work: () => Promise<void>): Promise<void> {
  const { items } = listPlansApi.answer.parse(await (await http.get('/api/plans')).json())
  const { version: _version, ...free } = items.find(({ id }) => id === 'free') ?? selfHosted
  await publishPlan({ ...free, limits: { ...free.limits, deliveriesPerMonth } })
  try {
    await work()
  } finally {
    await publishPlan(free)
  }
}

async function publishPlan(plan: PlanTerms): Promise<void> {
  const file = join(tmpdir(), `${freshEmail()}.json`)
  writeFileSync(file, JSON.stringify([plan]))
  await administrate({ BILLING_PROVIDER: 'stripe', DATA_DIR: process.env['E2E_BILLING_DATA_DIR'] ?? '' }, ['plans', 'import', file])
  rmSync(file)
}
