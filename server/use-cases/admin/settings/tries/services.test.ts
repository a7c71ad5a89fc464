// Tests what is said about keys of Stripe: refused ones, ones of the other mode, and a webhook that is missing.
import { afterAll, expect, test } from 'vitest'
import { startStripe } from '../../../../../sandbox/stripe/start.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { readConfig } from '../../../../foundation/config.ts'
import { openOutside } from '../../../../foundation/outside.ts'
import { loadWords } from '../../../../foundation/words.ts'
import { tryStripe, tryWhatsApp } from './services.ts'

const { db } = await testDatabase()
const publicUrl = 'http://localhost:8080'
const standIn = await startStripe({ port: 0, webhookUrl: null })
afterAll(() => standIn.stop())

const outside = openOutside({ allow: [], loopback: true })
const depsFor = (env: Record<string, string>) => ({
  ...{ outside, db, now: () => new Date(), say: loadWords('en').of('adminsettings'), ip: '127.0.0.1' },
  config: readConfig({ BILLING_PROVIDER: 'stripe', STRIPE_URL: standIn.url, PUBLIC_URL: publicUrl, ...env }),
})
const tryKey = (STRIPE_SECRET_KEY: string) => tryStripe(depsFor({ STRIPE_SECRET_KEY }))

test('an accepted key is fine, and a missing webhook is named with its address', async () => {
  const [key, webhook, ...others] = await tryKey('sk_test_sandbox')
  expect(others).toEqual([])
  expect(key).toEqual({ state: 'ok', text: 'Stripe accepts the key.' })
  expect(webhook).toMatchObject({ state: 'attention', text: expect.stringContaining(`${publicUrl}/webhooks/stripe`) })
})

test('a key that Stripe refuses is surely wrong', async () => {
  expect(await tryKey('nonsense')).toEqual([{ state: 'refused', text: expect.stringContaining('Stripe rejected the key') }])
})

test('a key of the other mode than what was sold is refused without asking', async () => {
  await db.insertInto('billing_syncs').values({ provider: 'stripe', is_live: false }).execute()
  expect(await tryKey('sk_live_51')).toEqual([{ state: 'refused', text: expect.stringContaining('this is a live mode key') }])
})

test('a service that does not answer proves nothing about a secret', async () => {
  const away = { STRIPE_URL: 'http://127.0.0.1:9', WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9' }
  expect(await tryStripe(depsFor(away))).toMatchObject([{ state: 'failing' }])
  expect(await tryWhatsApp(depsFor(away))).toMatchObject([{ state: 'failing' }])
})
