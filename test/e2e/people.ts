// Helpers for the browser tests: sign-up, sign-in (by form or API), sending email, and a person with sample data.
import { expect, type Page, request } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { z } from 'zod/mini'

export const password = 'four words of a test'

let count = 0
/** An address that nobody has; tests run side by side on one server. */
export const freshEmail = (): string => `e2e-${process.pid}-${Date.now()}-${count++}@example.com`
export const freshPhone = (): string => `1555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`

export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding')
}

/** Signs a newcomer up over HTTP: the browser has the session when it opens its next page. */
export const enterNew = (page: Page, email: string): Promise<void> => enterBy(page, '/auth/v1/signup', email)

/** Signs in over HTTP: the browser has the session when it opens its next page. */
export const enter = (page: Page, email: string): Promise<void> => enterBy(page, '/auth/v1/token?grant_type=password', email)

async function enterBy(page: Page, path: string, email: string): Promise<void> {
  const answer = await page.request.post(path, { data: { email, password } })
  const value = await answer.text()
  Session.parse(JSON.parse(value))
  const { origin, hostname } = new URL(answer.url())
  const localStorage = [{ name: `sb-${hostname.split('.')[0]}-auth-token`, value }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
}

export async function sendMail(to: string, mail: { from?: string; subject: string; text: string }): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: Number(process.env['E2E_SMTP_PORT'] ?? 2525), ignoreTLS: true })
  await transport.sendMail({ from: 'Harbour Office <office@example.net>', to, ...mail })
  transport.close()
}

const Session = z.object({ access_token: z.string() })
const Offer = z.object({ text: z.string() })
const Address = z.object({ id: z.string(), address: z.string() })
const Named = z.object({ id: z.string() })
const Messages = z.object({ items: z.array(z.extend(Named, { state: z.string() })) })

export interface Settled {
  email: string
  filterId: string
  messageId: string
  mailboxId: string
  /** Where their mail goes. */
  address: string
}

/** Signs up a person over HTTP and gives them an address, a phone, a filter and two mails, of which one crosses. */
export async function settledPerson(baseUrl: string): Promise<Settled> {
  const email = freshEmail()
  const http = await request.newContext({ baseURL: baseUrl })
  const { access_token } = Session.parse(await (await http.post('/auth/v1/signup', { data: { email, password } })).json())
  const headers = { authorization: `Bearer ${access_token}` }
  const post = async (path: string, data: unknown): Promise<unknown> => (await http.post(path, { headers, data })).json()
  const { id: mailboxId, address } = Address.parse(await post('/api/mailboxes', { kind: 'address' }))
  const { text } = Offer.parse(await post('/api/destinations', { name: 'My phone' }))
  await http.post(`/sandbox/phone/api/phones/${freshPhone()}/messages`, { data: { text } })
  const condition = { any: [{ field: 'subject', operator: 'contains', values: ['invoice', 'receipt'] }] }
  const actions = [{ kind: 'forward', destinationIds: [] }]
  const filter = Named.parse(await post('/api/filters', { name: 'Bills', condition, actions }))
  await until(async () => (await (await http.get('/api/destinations', { headers })).text()).includes('"linked"'))
  await sendMail(address, { subject: 'Lunch?', text: 'At noon.' })
  await sendMail(address, { subject: 'Invoice 7', text: 'Please pay 7.' })
  const messages = async () => Messages.parse(await (await http.get('/api/messages', { headers })).json()).items
  await until(async () => (await messages()).some(item => item.state === 'forwarded'))
  const messageId = (await messages()).find(item => item.state === 'forwarded')?.id ?? ''
  await http.dispose()
  return { email, filterId: filter.id, messageId, mailboxId, address }
}

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

/** The code of the newest letter that confirms a change, from the outbox of the sandbox. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage()
  const letter = outbox.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'Your code to confirm a change' }).first()
  await expect(async () => {
    await outbox.goto('/sandbox/outbox')
    await expect(letter).toBeVisible({ timeout: 2000 })
  }).toPass()
  const code = /\b\d{8}\b/.exec(await letter.innerText())?.[0] ?? ''
  await outbox.close()
  return code
}

async function until(hasCome: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await hasCome()) return
    await new Promise(done => setTimeout(done, 250))
  }
  throw new Error('It did not come within a minute.')
}
