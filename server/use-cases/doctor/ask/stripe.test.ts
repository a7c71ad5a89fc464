// Tests what the doctor says of Stripe, against the stand-in: every finding, and what to do about it.
import { afterAll, expect, test } from 'vitest'
import { openSandboxClock } from '../../../../sandbox/clock.ts'
import { startStripe } from '../../../../sandbox/stripe/start.ts'
import { stripeClient } from '../../../../sandbox/stripe/stripe.fixture.ts'
import { testDatabase } from '../../../../test/database.ts'
import { saveReconciliation } from '../../../billing/events/queue.ts'
import { inspectConfig } from '../../../foundation/config.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { openOutside } from '../../../foundation/outside.ts'
import { loadWords } from '../../../foundation/words.ts'
import { formatLine, toReportLine } from '../report.ts'
import { checkStripe } from './stripe.ts'

const clock = openSandboxClock()
const standIn = await startStripe({ port: 0, webhookUrl: null, clock, settings: { secretKeys: ['sk_test_sandbox', 'sk_test_right'] } })
const client = stripeClient(standIn.url)
afterAll(async () => {
  await standIn.stop()
  clock.stop()
})

const url = 'https://mailferry.example/webhooks/stripe'
const right = { MODE: 'production', PUBLIC_URL: 'https://mailferry.example', BILLING_PROVIDER: 'stripe', STRIPE_URL: standIn.url }
const keys = { STRIPE_SECRET_KEY: 'sk_test_right', STRIPE_WEBHOOK_SECRETS: 'whsec_right' }

async function look(env: Record<string, string> = {}, now = new Date(), db: Db | null = null): Promise<string[]> {
  const { config, problems } = inspectConfig({ ...right, ...keys, STRIPE_TIMEOUT_MS: '1000', ...env })
  const outside = openOutside({ allow: [], loopback: true })
  const findings = await checkStripe({ config, problems, outside, db, dns: null, now: () => now })
  return findings.map(finding => formatLine(toReportLine(finding, loadWords().of('doctor'), config)))
}

test('where nothing is sold through Stripe, nothing is said of it', async () => {
  for (const BILLING_PROVIDER of ['', 'invoice']) expect(await look({ BILLING_PROVIDER })).toEqual([])
  expect(await look({ MODE: 'sandbox' })).toEqual([])
})

test('a webhook that is missing, disabled or incomplete is named, with what to do', async () => {
  const [first, missing] = await look()
  expect(first).toMatch(/^! Stripe: .* test-mode key, so no real money moves\. → .*set STRIPE_SECRET_KEY/)
  expect(missing).toMatch(/^✗ Payment webhook: Stripe has no webhook for https:\/\/mailferry\.example\/webhooks\/stripe\. → Add it/)
  const { id } = await client.webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] })
  expect((await look())[1]).toMatch(
    /^✗ Payment webhook: Stripe isn’t sending 18 required events: checkout.*, …\. → Add them to the endpoint/,
  )
  await client.webhookEndpoints.update(id, { disabled: true })
  expect((await look())[1]).toMatch(/^✗ Payment webhook: .* is disabled in Stripe\. → Enable it/)
  await client.webhookEndpoints.update(id, { disabled: false, enabled_events: ['*'] })
  expect((await look())[1]).toBe(`✓ Payment webhook: Stripe sends events to ${url}.`)
})

test('a wrong key, a silent Stripe and a wrong clock are named, and no secret is', async () => {
  const wrong = await look({ STRIPE_SECRET_KEY: 'sk_test_wrong' })
  expect(wrong).toEqual([expect.stringMatching(/^✗ Stripe: It doesn’t accept the key\. → Copy it again/)])
  expect(wrong.join()).not.toContain('sk_test_wrong')
  expect(await look({ STRIPE_URL: 'http://127.0.0.1:9' })).toEqual([
    expect.stringMatching(/^✗ Stripe: It isn’t responding: .* → Let this machine/),
  ])
  const lines = await look({}, new Date(Date.now() + 600_000))
  expect(lines).toContainEqual(expect.stringMatching(/^✗ Stripe: This machine’s clock differs from Stripe’s by \d+ seconds\. → Turn on/))
})

test('what the nightly comparison found is shown, and that it is late', async () => {
  const { db } = await testDatabase()
  const at = new Date()
  const last = async (hours: number) => (await look({}, new Date(at.getTime() + hours * 3_600_000), db)).at(-1)
  expect(await last(0)).toBe('✓ Nightly comparison: Customers haven’t been compared with Stripe yet. This happens every night.')
  await saveReconciliation(db, 'stripe', { at, customers: 12, differences: 0 })
  expect(await last(35)).toMatch(/^✓ Nightly comparison: On .*, 12 customers were compared with Stripe\. There were no differences\.$/)
  await saveReconciliation(db, 'stripe', { at, customers: 1, differences: 1 })
  expect(await last(37)).toMatch(
    /^! Nightly comparison: .* last compared .*\. 1 difference was corrected\. → Keep a server running at night/,
  )
})
