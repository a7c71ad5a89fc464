// Runs the stand-ins in their own process, prints their URLs, and stops with its parent.
import { startWhatsApp } from './whatsapp/start.ts'

const { PORT = '0', SERVER_URL, DATA_DIR, PUBLIC_URL, AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET } = process.env

const provider = AUTH_OIDC_CLIENT_ID ? await startProvider(AUTH_OIDC_CLIENT_ID, AUTH_OIDC_CLIENT_SECRET ?? '') : null
const whatsapp = await startWhatsApp({
  port: Number(PORT),
  webhookUrl: SERVER_URL ? `${SERVER_URL.replace(/\/$/, '')}/webhooks/whatsapp` : null,
  dataDir: DATA_DIR ?? null,
})

/** Loaded only if the sign-in provider is configured. */
async function startProvider(id: string, secret: string) {
  const [{ startOidc }, { savePort, readPort }] = await Promise.all([import('./oidc/start.ts'), import('./oidc/stored-port.ts')])
  const redirectUris = [`${(PUBLIC_URL ?? '').replace(/\/$/, '')}/auth/v1/callback`]
  const oidc = await startOidc({ port: readPort(DATA_DIR ?? null), clients: [{ id, secret, redirectUris }], people: [], allowAnyone: true })
  savePort(DATA_DIR ?? null, oidc.issuer)
  return oidc
}

let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  void Promise.all([whatsapp.stop(), provider?.stop()]).then(() => process.exit(0))
}
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole process group; a parent decides when to stop, so that its last calls still get responses.
process.on('SIGINT', () => {
  if (!process.connected) stop()
})
process.on('disconnect', stop)
if (provider) process.stdout.write(`provider ${provider.issuer}\n`)
process.stdout.write(`sandbox ${whatsapp.url}\n`)
