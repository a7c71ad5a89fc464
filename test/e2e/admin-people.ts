// Helpers for the browser tests of the console: staff of a role, signed in with a second factor.
import { type APIRequestContext, expect, type Page, request } from '@playwright/test'
import { TOTP } from 'otpauth'
import { z } from 'zod/mini'
import type { StaffRole } from '../../core/session/staff.ts'
import { administrate, requestsOf } from './billing-people.ts'
import { freshEmail, password } from './people.ts'

/** A server under test. */
export interface TestedServer {
  url: string
  settings: Record<string, string>
}

export const freeServer: TestedServer = {
  url: process.env['E2E_URL'] ?? 'http://localhost:8080',
  settings: { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' },
}
export const sellingServer: TestedServer = {
  url: process.env['E2E_BILLING_URL'] ?? 'http://localhost:8080',
  settings: { BILLING_PROVIDER: 'stripe', DATA_DIR: process.env['E2E_BILLING_DATA_DIR'] ?? '' },
}

export const invoicingServer: TestedServer = {
  url: process.env['E2E_INVOICE_URL'] ?? 'http://localhost:8080',
  settings: { BILLING_PROVIDER: 'invoice', BILLING_CURRENCY: 'usd', DATA_DIR: process.env['E2E_INVOICE_DATA_DIR'] ?? '' },
}

export interface Person {
  email: string
  /** Requests in their name. */
  http: APIRequestContext
}

export interface Staff extends Person {
  /** Of their authenticator app. */
  secret: string
}

/** Somebody who has signed up and does nothing else. */
export async function newcomer({ url }: TestedServer = freeServer): Promise<Person> {
  const email = freshEmail()
  const http = await request.newContext({ baseURL: url })
  expect((await http.post('/auth/v1/signup', { data: { email, password } })).status()).toBe(200)
  await http.dispose()
  return { email, http: await requestsOf(url, email) }
}

const Session = z.object({ access_token: z.string() })
const Factor = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })
const Challenge = z.object({ id: z.string() })

/** A new member of staff; the browser has their session when it opens its next page. */
export async function enterStaff(page: Page, role: StaffRole, server = freeServer): Promise<Staff> {
  const email = freshEmail()
  const signUp = await request.newContext({ baseURL: server.url })
  const first = Session.parse(await (await signUp.post('/auth/v1/signup', { data: { email, password } })).json())
  await signUp.dispose()
  await administrate(server.settings, ['add', email, role])
  const { session, secret } = await verifyFactor(server.url, first.access_token)
  const { hostname } = new URL(server.url)
  const localStorage = [{ name: `sb-${hostname.split('.')[0]}-auth-token`, value: JSON.stringify(session) }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin: server.url, localStorage }] })
  return { email, secret, http: await signedIn(server.url, session.access_token) }
}

const signedIn = (baseURL: string, token: string) => request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } })

/** Enrolls an authenticator app, and returns the session that has used it. */
async function verifyFactor(url: string, token: string) {
  const http = await signedIn(url, token)
  const { id, totp } = Factor.parse(
    await (await http.post('/auth/v1/factors', { data: { factor_type: 'totp', friendly_name: 'App' } })).json(),
  )
  const challenge = Challenge.parse(await (await http.post(`/auth/v1/factors/${id}/challenge`, { data: {} })).json())
  const code = new TOTP({ secret: totp.secret }).generate()
  const answer = await http.post(`/auth/v1/factors/${id}/verify`, { data: { challenge_id: challenge.id, code } })
  expect(answer.status()).toBe(200)
  const session = z.looseObject({ access_token: z.string() }).parse(await answer.json())
  await http.dispose()
  return { session, secret: totp.secret }
}

/** A code is good once; the server takes that of the next half minute too. */
export const nextCode = ({ secret }: Staff): string => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
