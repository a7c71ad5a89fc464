// Creates the demo at the first start of sandbox mode, and prints how to sign in and where the phone is.
import type { Auth } from '../auth/auth.ts'
import { addPhone } from '../delivery/handlers.ts'
import { linkedDestinations } from '../delivery/store.ts'
import { addFilter } from '../filters/change/store.ts'
import { countFilters } from '../filters/store.ts'
import { sendOverSmtp } from '../foundation/mailer.ts'
import type { Outside } from '../foundation/outside.ts'
import { newId, randomCode } from '../foundation/seal.ts'
import { giveAddress } from '../mail/mailboxes/addresses.ts'
import { listMailboxes } from '../mail/mailboxes/store.ts'
import { type DemoDeps, makeDemo } from '../use-cases/demo/person.ts'
import { openingPassword, readDemo, writeDemo } from '../use-cases/demo/record.ts'
import type { SampleMessage } from '../use-cases/demo/sample-messages.ts'
import type { AppContext } from './app.ts'
import { deliveryDeps } from './delivery.ts'

interface Running {
  smtpPort: number | null
  wakeDelivery(): void
}

/** Returns the lines printed after `ready`; the demo's password is shown only the first time. */
export async function prepareGreeting(app: AppContext, auth: Auth, outside: Outside, running: Running): Promise<string[]> {
  const { config, log } = app
  if (!config.createsDemo || running.smtpPort === null) return []
  const existing = readDemo(config.dataDir)
  const password = existing ? null : openingPassword(config.dataDir, () => randomCode(14))
  if (password) log.info('making the demo: a user, a phone, three filters and twelve emails')
  const demo = existing ?? (await makeDemo(demoDeps(app, auth, outside, running, running.smtpPort, password ?? '')))
  if (!existing) writeDemo(config.dataDir, demo)
  return [
    `  sign in      ${config.publicUrl}/login  as ${demo.email}, ${password ? `password ${password} (shown this once)` : 'with the password of the first start'}`,
    `  mail to      ${demo.inboundAddress}  by SMTP on port ${running.smtpPort}`,
    `  the phone    ${config.publicUrl}/sandbox/phone`,
    '  try it       npm run send-mail -- --subject "Invoice 42"',
  ]
}

function demoDeps(app: AppContext, auth: Auth, outside: Outside, running: Running, smtpPort: number, password: string): DemoDeps {
  const { config, db, clock } = app
  return {
    clock,
    password,
    ensureUser: async (email, secret) => {
      const created = await auth.createUser({ email, password: secret, metadata: { name: 'Maya Okoro' } })
      const userId = created ?? (await auth.findUserId(email))
      if (!userId) throw new Error('The demo user could not be created. Remove the data folder and start again.')
      return userId
    },
    ensureAddress: async userId => {
      const existing = (await listMailboxes(db, userId)).find(mailbox => mailbox.kind === 'address')
      return (existing ?? (await giveAddress(db, userId, config.smtp.domain, clock.now()))).address
    },
    hasFilters: async userId => (await countFilters(db, userId)) > 0,
    addFilter: async (userId, draft) => void (await addFilter(db, userId, newId(clock.now()), draft, clock.now())),
    hasPhone: async userId => (await linkedDestinations(db, userId)).length > 0,
    offerPhone: async (userId, name) => (await addPhone(deliveryDeps(app, running.wakeDelivery), userId, name)).text,
    sendFromPhone: (phone, text) => sendFromPhone(outside, `${config.sandboxUrl}/_sim/phones/${phone}/messages`, text),
    sendMail: (to, message) => sendSample(outside, smtpPort, to, message),
  }
}

async function sendFromPhone(outside: Outside, url: string, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await outside.request({ method: 'POST', url, headers, body: JSON.stringify({ text }), timeoutMs: 5000 })
  if (status !== 201) throw new Error(`The sandbox phone answered ${status}.`)
}

async function sendSample(outside: Outside, port: number, to: string, { attachment, ...message }: SampleMessage): Promise<void> {
  const relay = { host: '127.0.0.1', port, secure: false, user: null, password: null, ignoreTLS: true as const }
  await sendOverSmtp(outside, relay, { ...message, to, ...(attachment && { attachments: [attachment] }) })
}
