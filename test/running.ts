// Runs the complete server in this process with the WhatsApp stand-in, and people who use both over HTTP.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { createTransport } from 'nodemailer'
import { afterAll, vi } from 'vitest'
import { z } from 'zod/mini'
import * as delivery from '../core/api/delivery.ts'
import * as trials from '../core/api/filter-trials.ts'
import * as filters from '../core/api/filters.ts'
import { addKeyApi } from '../core/api/keys.ts'
import * as ledger from '../core/api/ledger.ts'
import { connectTo } from '../sandbox/sandbox.fixture.ts'
import { startWhatsApp } from '../sandbox/whatsapp/start.ts'
import { readConfig } from '../server/foundation/config.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { type Planted, type Server, startServer } from '../server/wiring/start.ts'
import { freePort } from './free-port.ts'

export interface Product {
  url: string
  sandbox: ReturnType<typeof connectTo>
  /** The port of the current server; a restart may change it. */
  smtpPort(): number
  /** Stops the server and starts it on the same database, data folder and port. */
  restart(): Promise<void>
  /** Moves the sandbox's clock and waits until the server has followed. */
  pass(time: string): Promise<void>
}

const logLevel = process.env['LOG_LEVEL'] ?? 'silent'

/** Runs until the test file ends; `env` adds settings. */
export async function runProduct(
  databaseUrl: string,
  env: Record<string, string> = {},
  log = openLog(logLevel),
  planted: Planted = {},
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-journey-'))
  chmodSync(folder, 0o755)
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const standIn = await startWhatsApp({ port: 0, webhookUrl: `${url}/webhooks/whatsapp`, pairRate: false, webhookRetryMs: 100 })
  const settings = { PORT: String(port), SMTP_PORT: '0', DATABASE_URL: databaseUrl, DATABASE_CONNECTIONS: '10', DATA_DIR: folder }
  const config = readConfig({ ...settings, SANDBOX_URL: standIn.url, DEMO: 'false', LANE_BURST: '1000', ...env })
  let server: Server | null = await startServer(config, log, planted)
  const stop = async () => {
    const running = server
    server = null
    await running?.stop()
  }
  afterAll(async () => {
    await stop()
    await standIn.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const sandbox = connectTo(standIn.url)
  return {
    url,
    sandbox,
    smtpPort: () => server?.smtpPort ?? 0,
    restart: async () => {
      await stop()
      server = await startServer(config, log, planted)
    },
    pass: async time => {
      await sandbox.sim('clock', { advance: time })
      const before = await asksForHour(sandbox)
      // It asks each second, once it has heeded the answer to the ask before.
      await vi.waitFor(async () => {
        if ((await asksForHour(sandbox)) < before + 2) throw new Error('The server does not ask for the hour.')
      }, patience)
    },
  }
}

const asksForHour = async (sandbox: Product['sandbox']): Promise<number> =>
  z.object({ asks: z.number() }).parse((await sandbox.sim('clock/asks')).body).asks

export interface Person {
  email: string
  token: string
  /** Sends a request and parses the response; throws the error of the server if it refuses. */
  ask<A extends z.ZodMiniType>(shape: { answer: A }, method: string, path: string, body?: unknown): Promise<z.output<A>>
  /** Sends a request and returns status and body, whatever they are. */
  try(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Answer {
  status: number
  body: unknown
  text: string
}

/** Signs up through the official client. */
export async function signUp(product: Product, name: string): Promise<Person> {
  const email = `${name}@example.com`
  const client = createClient(product.url, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signUp({ email, password: `a long pass phrase of ${name}` })
  if (error || !data.session) throw error ?? new Error('Signing up gave no session.')
  return personOf(product, email, data.session.access_token)
}

/** As if everybody had proven who they are so many minutes ago. */
export const ageSessions = (db: Db, minutes = 10) =>
  db
    .updateTable('sessions')
    .set({ amr: JSON.stringify([{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - minutes * 60 }]) })
    .execute()

/** Requests a reauthentication code and reads it in the outbox. */
export async function mailedCode(product: Product, person: Person): Promise<string> {
  const asked = await person.try('GET', '/auth/v1/reauthenticate', undefined, { apikey: 'sb_publishable_sandbox' })
  if (asked.status !== 200) throw new Error(`No code was sent: ${asked.text}`)
  return vi.waitFor(async () => {
    const page = await (await fetch(`${product.url}/sandbox/outbox`)).text()
    const letters = page.split('<li>').filter(letter => letter.includes(person.email) && letter.includes('to confirm a change'))
    const code = /\b\d{8}\b/.exec(letters[0] ?? '')?.[0]
    if (!code) throw new Error('No code was mailed.')
    return code
  }, patience)
}

/** Creates an API key for 30 days; its secret is shown only here. */
export async function makeKey(
  product: Product,
  person: Person,
  scope: 'read' | 'write',
  name = `To ${scope}`,
): Promise<z.output<typeof addKeyApi.answer>> {
  const code = await mailedCode(product, person)
  return person.ask(addKeyApi, 'POST', '/api/keys', { name, scope, expiry: { days: 30 }, code })
}

export function personOf(product: Product, email: string, token: string): Person {
  const tryIt: Person['try'] = async (method, path, body, headers = {}) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(product.url + path, { method, headers: { ...type, ...authorization, ...headers }, ...json })
    const text = await answer.text()
    return { status: answer.status, text, body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null }
  }
  return {
    email,
    token,
    try: tryIt,
    ask: async (shape, method, path, body) => {
      const answer = await tryIt(method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return shape.answer.parse(answer.body)
    },
  }
}

/** Makes a destination and sends its code from the phone; resolves when it is linked. */
export async function linkPhone(product: Product, person: Person, phone: string, name = 'My phone'): Promise<delivery.Destination> {
  const offer = await person.ask(delivery.addDestinationApi, 'POST', '/api/destinations', { name })
  await phoneWrites(product, phone, offer.text)
  return vi.waitFor(async () => {
    const { items } = await person.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')
    const linked = items.find(one => one.id === offer.destination.id && one.state === 'linked')
    if (!linked) throw new Error(`The phone is not linked: ${JSON.stringify(items)}`)
    // The confirmation message takes a moment longer.
    if (!(await textsOn(product, phone)).some(text => text.includes(`“${name}”`))) throw new Error('The phone has not been told.')
    return linked
  }, patience)
}

export async function phoneWrites(product: Product, phone: string, text: string): Promise<void> {
  const { status } = await product.sandbox.sim(`phones/${phone}/messages`, { text })
  if (status !== 201) throw new Error(`The phone could not write: ${status}`)
}

/** Forwards what has `word` in its subject to every linked phone. */
export function addFilter(person: Person, word: string, name = `Mails with ${word}`): Promise<filters.SavedFilter> {
  const condition = { field: 'subject', operator: 'contains', values: [word] }
  return person.ask(filters.addFilterApi, 'POST', '/api/filters', { name, condition, actions: [{ kind: 'forward', destinationIds: [] }] })
}

/** Applies a filter to the email of the last thirty days, and waits until that is done. */
export async function applyToPast(person: Person, filterId: string): Promise<trials.PastRun> {
  const path = `/api/filters/${filterId}/runs`
  const { id } = await person.ask(trials.runFilterApi, 'POST', path, { days: 30 })
  return vi.waitFor(async () => {
    const run = (await person.ask(trials.listRunsApi, 'GET', path)).items.find(item => item.id === id)
    if (!run || run.state === 'running') throw new Error('The filter is still being applied.')
    return run
  }, patience)
}

export interface SentMail {
  from?: string
  subject?: string
  text?: string
  raw?: string | Buffer
}

/** Sends an email to the server by SMTP; rejects with the server's error if it is refused. */
export async function sendMail(product: Product, to: string, mail: SentMail): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: product.smtpPort(), ignoreTLS: true })
  const from = mail.from ?? 'Billing <billing@example.net>'
  try {
    if (mail.raw === undefined) await transport.sendMail({ from, to, subject: mail.subject ?? '', text: mail.text ?? 'Hello.' })
    else await transport.sendMail({ envelope: { from: 'billing@example.net', to }, raw: mail.raw })
  } finally {
    transport.close()
  }
}

/** For what takes a second on an idle machine. */
export const patience = { timeout: 20_000, interval: 250 }

/** Waits until the message with this subject has this state; returns it as its owner sees it. */
export function untilMessageState(
  person: Person,
  subject: string,
  state: ledger.MessageState,
  deliveryState?: string,
): Promise<ledger.MessageDetail> {
  return vi.waitFor(async () => {
    const { items } = await person.ask(ledger.listMessagesApi, 'GET', '/api/messages?limit=100')
    const line = items.find(item => item.subject === subject)
    if (line?.state !== state || (deliveryState && line.delivery?.state !== deliveryState))
      throw new Error(`“${subject}” is ${line ? `${line.state}, ${line.delivery?.state}, ${line.reason}` : 'not in the list'}`)
    return person.ask(ledger.getMessageApi, 'GET', `/api/messages/${line.id}`)
  }, patience)
}

export async function readSum(person: Person): Promise<Omit<ledger.Sum, 'since'>> {
  const { sum } = await person.ask(ledger.getLedgerApi, 'GET', '/api/ledger?days=30')
  const { since: _, ...parts } = sum
  return parts
}

const OnPhone = z.object({ messages: z.array(z.object({ text: z.nullable(z.string()), state: z.string() })) })

/** The texts that have reached a phone, oldest first. */
export async function textsOn(product: Product, phone: string): Promise<string[]> {
  const { messages } = OnPhone.parse((await product.sandbox.sim(`messages?to=${phone}`)).body)
  return messages.map(message => message.text ?? '')
}
