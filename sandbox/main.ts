// The stand-ins as a process of their own: starts them, says where they are, stops with its parent.
import { startWhatsApp } from './whatsapp/start.ts'

const { PORT = '0', SERVER_URL, DATA_DIR, PUBLIC_URL, AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET } = process.env

const provider = AUTH_OIDC_CLIENT_ID ? await startProvider(AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET ?? '') : null
const whatsapp = await startWhatsApp({
  port: Number(PORT),
  webhookUrl: SERVER_URL ? `${SERVER_URL.replace(/\/$/, '')}/webhooks/whatsapp` : null,
  dataDir: DATA_DIR ?? null,
})

/** Loaded only where somebody can sign in with it. */
async function startProvider(id: string, secret: string) {
  const [{ startOidc }, { keepPort, portOf }] = await Promise.all([import('./oidc/start.ts'), import('./oidc/own-port.ts')])
  const redirectUris = [`${(PUBLIC_URL ?? '').replace(/\/$/, '')}/auth/v1/callback`]
  const oidc = await startOidc({ port: portOf(DATA_DIR ?? null), clients: [{ id, secret, redirectUris }], people: [], anybody: true })
  keepPort(DATA_DIR ?? null, oidc.issuer)
  return oidc
}

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  void Promise.all([whatsapp.stop(), provider?.stop()]).then(() => process.exit(0))
}
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole group; with a parent, that one decides when, so that its last calls are still answered.
process.on('SIGINT', () => {
  if (!process.connected) stop()
})
process.on('disconnect', stop)
if (provider) process.stdout.write(`provider ${provider.issuer}\n`)
process.stdout.write(`sandbox ${whatsapp.url}\n`)
