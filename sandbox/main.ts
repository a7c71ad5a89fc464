// Runs the stand-ins in their own process, prints their URLs, and stops with its parent.
import type { SandboxClock } from './clock.ts'
import { readPort, savePort } from './stored-port.ts'
import { startWhatsApp } from './whatsapp/start.ts'

const { PORT = '0', SERVER_URL, DATA_DIR, PUBLIC_URL, AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET } = process.env
const { BILLING_PROVIDER, STRIPE_URL, STRIPE_WEBHOOK_SECRETS } = process.env
const webhookUrl = (name: string) => (SERVER_URL ? `${SERVER_URL.replace(/\/$/, '')}/webhooks/${name}` : null)

const provider = AUTH_OIDC_CLIENT_ID ? await startProvider(AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET ?? '') : null
const whatsapp = await startWhatsApp({
  port: Number(PORT),
  webhookUrl: webhookUrl('whatsapp'),
  dataDir: DATA_DIR ?? null,
})
const stripe = BILLING_PROVIDER === 'stripe' && !STRIPE_URL ? await startBank(whatsapp.clock) : null

/** Loaded only if the sign-in provider is configured. */
async function startProvider(id: string, secret: string) {
  const { startOidc } = await import('./oidc/start.ts')
  const redirectUris = [`${(PUBLIC_URL ?? '').replace(/\/$/, '')}/auth/v1/callback`]
  const oidc = await startOidc({
    port: readPort(DATA_DIR ?? null, 'oidc'),
    clients: [{ id, secret, redirectUris }],
    people: [],
    allowAnyone: true,
  })
  savePort(DATA_DIR ?? null, 'oidc', oidc.issuer)
  return oidc
}

/** Loaded only if payments go through Stripe and no other address of it is given. */
async function startBank(clock: SandboxClock) {
  const { startStripe } = await import('./stripe/start.ts')
  const secrets = (STRIPE_WEBHOOK_SECRETS ?? '').split(',').flatMap(secret => secret.trim() || [])
  const bank = await startStripe({
    port: readPort(DATA_DIR ?? null, 'stripe'),
    webhookUrl: webhookUrl('stripe'),
    ...(secrets.length > 0 && { webhookSecrets: secrets }),
    dataDir: DATA_DIR ?? null,
    clock,
  })
  savePort(DATA_DIR ?? null, 'stripe', bank.url)
  return bank
}

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void Promise.all([whatsapp.stop(), provider?.stop(), stripe?.stop()]).then(() => process.exit(0))
}
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole process group; a parent decides when to stop, so that its last calls still get responses.
process.on('SIGINT', () => {
  if (!process.connected) stop()
})
process.on('disconnect', stop)
if (provider) process.stdout.write(`provider ${provider.issuer}\n`)
if (stripe) process.stdout.write(`stripe ${stripe.url}\n`)
process.stdout.write(`sandbox ${whatsapp.url}\n`)
