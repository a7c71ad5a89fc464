// Sends secrets through every path of a running server, and reads every place where they could have been left.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import * as mail from '../../core/api/mail.ts'
import * as outgoing from '../../core/api/outgoing.ts'
import { readLines } from '../../server/foundation/db/archive/read.ts'
import { saveBackup } from '../../server/foundation/db/archive/save.ts'
import { openMasterKey } from '../../server/foundation/seal.ts'
import { ask } from '../isolation/ask.ts'
import { listRoutes } from '../isolation/routes.ts'
import { addFilter, linkPhone, mailedCode, makeKey, type Person, type Product, personOf, sendMail, untilMessageState } from '../running.ts'
import type { Canaries, Place } from './canaries.ts'

const anonymousKey = 'sb_publishable_sandbox'
const word = 'harbour'

export interface Walked {
  /** Of a person who has all of this, as the official client stores it. */
  session: string
  accessToken: string
  /** Pages that show their things. */
  paths: string[]
}

/** What the official client keeps in the browser while somebody is signed in; all else must not be there. */
export const keptWhileSignedIn = ['the access token of the browser', 'the refresh token of the browser']

/** Adds each secret that a person has or is given to `canaries`. */
export async function walk(product: Product, canaries: Canaries): Promise<Walked> {
  const open = () => createClient(product.url, anonymousKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const client = open()
  const account = { email: 'anna@example.com', password: keep(canaries, 'a password') }
  const { data, error } = await client.auth.signUp(account)
  if (error || !data.session) throw error ?? new Error('Signing up gave no session.')
  await open().auth.signInWithPassword({ ...account, password: keep(canaries, 'a wrong password') })
  await open().auth.refreshSession({ refresh_token: keep(canaries, 'an unknown refresh token') })
  canaries.set('an access token', data.session.access_token)
  canaries.set('an exchanged refresh token', data.session.refresh_token)
  const { data: refreshed } = await client.auth.refreshSession()
  canaries.set('a refresh token', refreshed.session?.refresh_token ?? '')
  const anna = personOf(product, account.email, refreshed.session?.access_token ?? '')
  const messageId = await walkMail(product, anna, canaries)
  canaries.set('an API key', (await makeKey(product, anna, 'write')).secret)
  const factor = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (factor.error) throw factor.error
  canaries.set("a second factor's secret", factor.data.totp.secret)
  const code = new TOTP({ secret: factor.data.totp.secret }).generate()
  await client.auth.mfa.challengeAndVerify({ factorId: factor.data.id, code })
  // What is refused and what breaks is logged, too.
  const wrong = { authorization: `Bearer ${keep(canaries, 'a made-up bearer')}` }
  await anna.try('GET', '/api/messages', undefined, wrong)
  await anna.try('POST', '/api/filters', { name: keep(canaries, 'a refused body'), condition: 1 })
  await fetch(`${product.url}/webhooks/whatsapp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ a: keep(canaries, 'a forged webhook') }),
  })
  const { session } = (await client.auth.getSession()).data
  const kept = [session?.access_token ?? '', session?.refresh_token ?? '']
  for (const [i, name] of keptWhileSignedIn.entries()) canaries.set(name, kept[i] ?? '')
  const mailPages = [`/forwarded-emails/${messageId}`, `/forwarded-emails/${messageId}/whole`]
  return { session: JSON.stringify(session), accessToken: kept[0] ?? '', paths: [...ownPages, ...mailPages] }
}

const ownPages = ['/dashboard', '/forwarded-emails', '/email-accounts', '/whatsapp-connect', '/filters', '/settings', '/profile']

/** The id of the email that reached the phone. */
async function walkMail(product: Product, person: Person, canaries: Canaries): Promise<string> {
  await linkPhone(product, person, '15550102888')
  await addFilter(person, word)
  const { address } = await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  const [subject, text] = [`${word} ${keep(canaries, 'a subject')}`, keep(canaries, 'the text of an email')]
  const attachment = Buffer.from(keep(canaries, 'an attachment')).toString('base64')
  const parts = [
    'Content-Type: text/plain',
    '',
    text,
    '--b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=a.txt',
    'Content-Transfer-Encoding: base64',
    '',
    attachment,
  ]
  const head = [
    'From: billing@example.net',
    `To: ${address}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
  ]
  await sendMail(product, address, { raw: [...head, '--b', ...parts, '--b--', ''].join('\r\n') })
  await sendMail(product, address, { subject: keep(canaries, 'a subject that nothing matches') })
  const message = await untilMessageState(person, subject, 'forwarded')
  await person.ask(outgoing.addReplyApi, 'POST', `/api/messages/${message.id}/replies`, { text: keep(canaries, 'a reply') })
  const imap = {
    address: 'anna@example.org',
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: 'anna',
    password: keep(canaries, "a mailbox's password"),
  }
  await person.try('POST', '/api/mailboxes/checks', imap)
  await person.try('POST', '/api/mailboxes', { kind: 'imap', ...imap })
  canaries.set('a mailed code', `${await mailedCode(product, person)}-not-alone`)
  return message.id
}

/** Everything that operators, staff and strangers can read, and what would be stolen with a disk. */
export async function readPlaces(
  product: Product,
  {
    databaseUrl,
    masterKeyFile,
    folder,
    admin,
    logs,
    metricsToken,
  }: { databaseUrl: string; masterKeyFile: string; folder: string; admin: Person; logs: string[]; metricsToken: string },
): Promise<Place[]> {
  const file = join(folder, 'backup.gz')
  const master = openMasterKey(masterKeyFile)
  await saveBackup(databaseUrl, file, new Date(), master)
  const opened = await readLines(file, master, lines => Array.fromAsync(lines))
  const nobody = personOf(product, 'nobody', '')
  const read = async (person: Person, path: string) => (await ask(product.url, person.token, 'GET', path, undefined)).text
  const metrics = await nobody.try('GET', '/metrics', undefined, { authorization: `Bearer ${metricsToken}` })
  const open = await Promise.all(
    ['/', '/login', '/signup', '/api/config', '/api/openapi.json', '/readyz', '/nowhere'].map(async path => ({
      name: path,
      text: await read(nobody, path),
    })),
  )
  const staffPaths = (await listRoutes(nobody)).filter(route => route.isForStaff && route.method === 'GET' && !route.path.includes('{'))
  const staff = []
  for (const { path } of staffPaths) staff.push({ name: path, text: await read(admin, path) })
  return [
    { name: 'the logs', text: logs.join('') },
    { name: 'the database', text: opened.join('\n') },
    { name: 'a stolen backup', text: readFileSync(file).toString('latin1') },
    { name: 'the metrics', text: metrics.text },
    { name: 'the support bundle', text: await read(admin, '/api/admin/diagnostics/bundle') },
    ...open,
    ...staff,
  ]
}

let made = 0

/** Easy to find, and long enough not to stand anywhere by chance. */
function keep(canaries: Canaries, what: string): string {
  const canary = `Canary-${++made}-of-the-scan-${made * 7919}`
  canaries.set(what, canary)
  return canary
}
