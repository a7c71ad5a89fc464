// Tests a mailbox with provider sign-in end to end: an OpenID provider, a Dovecot that accepts its tokens, and a person.
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as config from '../core/api/config.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import * as outgoing from '../core/api/outgoing.ts'
import { startOidc } from '../sandbox/oidc/start.ts'
import { launchOptions } from './chromium.ts'
import { testDatabase } from './database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from './dovecot.ts'
import { freePort } from './free-port.ts'
import { type AtProvider, signInAt } from './oidc-browser.ts'
import { type Person, patience, personOf, runProduct, signUp } from './running.ts'
import { startSmtpHost } from './smtp-host.ts'

const skips = skipWithoutDovecot()
const anna = { subject: 'subject-of-anna', address: 'anna@example.com', password: 'secret of anna' }
const lena = { subject: 'subject-of-lena', address: 'lena@gmail.com', password: 'secret of lena' }
const ben = { subject: 'subject-of-ben', address: 'ben@example.com', password: 'secret of ben' }
// A browser does without the help of a test: what it is sent to has to be where the server listens.
const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const clients = ['google', 'microsoft'].map(id => ({
  id: `client-of-${id}`,
  secret: `secret-of-${id}`,
  redirectUris: [`${publicUrl}/api/mailboxes/sign-ins/callback`],
}))
const oidc = await startOidc({ port: 0, clients, people: [anna, ben, lena] })
const dovecot: Dovecot | null = skips ? null : await startDovecot({ introspectionUrl: oidc.introspectionUrl })
// It takes no password, as the large providers do.
const smtp = await startSmtpHost({ authMethods: ['XOAUTH2'] })
smtp.isToken = maySend
const { url, db } = await testDatabase()
const product = await runProduct(url, {
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  GOOGLE_CLIENT_ID: 'client-of-google',
  GOOGLE_CLIENT_SECRET: 'secret-of-google',
  MICROSOFT_CLIENT_ID: 'client-of-microsoft',
  MICROSOFT_CLIENT_SECRET: 'secret-of-microsoft',
  MAIL_OAUTH_ISSUER: oidc.issuer,
  MAIL_OAUTH_IMAP: `127.0.0.1:${dovecot?.imapPort ?? 143}`,
})
afterAll(async () => {
  await dovecot?.stop()
  await smtp.stop()
  await oidc.stop()
})

// Each test goes on where the one before it ended, as the person's days do.
describe.skipIf(skips)('a person', () => {
  let maya: Person
  let id: string
  beforeAll(async () => {
    dovecot?.addUser('anna', 'never typed here')
    maya = await signUp(product, 'maya')
  })

  test('signs in with the provider, and the mailbox is read', async () => {
    expect((await maya.ask(config.getConfigApi, 'GET', '/api/config')).mailSignIns).toEqual(['google', 'microsoft'])
    const back = await signIn(maya, { provider: 'google', address: anna.address }, anna)
    expect(back.pathname).toBe('/email-accounts')
    id = back.searchParams.get('added') ?? ''
    await until(maya, id, {
      state: 'live',
      address: anna.address,
      signIn: 'oauth2',
      provider: { id: 'google-workspace', name: 'Google Workspace' },
    })
    await dovecot?.deliver('anna', { subject: 'By token' })
    await untilThere(maya, 'By token')
  })

  test('is read on when the access token has ended, with one renewal', async () => {
    oidc.expireAccessTokens()
    dovecot?.kick('anna')
    await dovecot?.deliver('anna', { subject: 'After the token' })
    await untilThere(maya, 'After the token')
    await until(maya, id, { state: 'live' })
    expect(oidc.ledger.filter(({ grant, status }) => grant === 'refresh_token' && status === 200)).toHaveLength(1)
  })

  test('answers by the same sign-in, and by a new token where the old one has ended', async () => {
    const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', username: anna.address }
    await maya.ask(outgoing.changeOutgoingApi, 'PATCH', `/api/mailboxes/${id}/outgoing`, { settings })
    expect(await maya.ask(outgoing.checkOutgoingApi, 'POST', `/api/mailboxes/${id}/outgoing/checks`)).toMatchObject({ ok: true })
    const { items } = await maya.ask(ledger.listMessagesApi, 'GET', '/api/messages')
    const path = `/api/messages/${items.find(one => one.subject === 'By token')?.id}/replies`
    const reply = await maya.ask(outgoing.addReplyApi, 'POST', path, { text: 'Yes.' })
    await maya.ask(outgoing.changeReplyApi, 'PATCH', `/api/replies/${reply.id}`, { act: 'confirm' })
    const renewals = () => oidc.ledger.filter(({ grant, status }) => grant === 'refresh_token' && status === 200).length
    const before = renewals()
    oidc.expireAccessTokens()
    await product.pass('31s')
    await vi.waitFor(async () => {
      expect((await maya.ask(outgoing.listRepliesApi, 'GET', path)).items).toMatchObject([{ state: 'sent' }])
    }, patience)
    expect(renewals()).toBe(before + 1)
    expect(smtp.taken).toMatchObject([{ user: anna.address, from: anna.address }])
  })

  test('waits while the provider is down, and resumes automatically', async () => {
    oidc.faults.push({ path: '/token', kind: { status: 503 }, times: 1 })
    oidc.expireAccessTokens()
    await connectAnew(maya, id)
    await dovecot?.deliver('anna', { subject: 'After the outage' })
    await untilThere(maya, 'After the outage')
    expect(oidc.ledger).toContainEqual(expect.objectContaining({ path: '/token', status: 503 }))
  })

  test('is told to sign in again when the provider has ended the access, and no other account will do', async () => {
    oidc.forget(anna.subject)
    await connectAnew(maya, id)
    await until(maya, id, { state: 'needs_you', problem: 'sign_in_again', reason: expect.stringContaining('Sign in again') })
    const wrong = await signIn(maya, { provider: 'google', mailboxId: id }, ben)
    expect(wrong.searchParams.get('problem')).toBe('sign_in_other_account')
    await dovecot?.deliver('anna', { subject: 'Meanwhile' })
    const back = await signIn(maya, { provider: 'google', mailboxId: id }, anna)
    expect(back.searchParams.get('added')).toBe(id)
    await until(maya, id, { state: 'live', problem: null })
    await untilThere(maya, 'Meanwhile')
  })

  test('does not accept a password for it', async () => {
    const refused = await maya.try('PATCH', `/api/mailboxes/${id}`, { password: 'secret' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'signs_in' } })
    expect(await maya.ask(mail.checkMailboxApi, 'POST', `/api/mailboxes/${id}/checks`)).toMatchObject({ ok: true })
  })

  test('disconnects, and the provider has ended the access', async () => {
    await maya.ask(mail.removeMailboxApi, 'DELETE', `/api/mailboxes/${id}`)
    expect(oidc.ledger).toContainEqual(expect.objectContaining({ path: '/token/revocation', status: 200 }))
    expect((await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items).toEqual([])
    expect(await db.selectFrom('mailbox_token_locks').selectAll().execute()).toEqual([])
  })

  test('does not sign in what another began: the cookie is missing', async () => {
    const begun = await begin(maya, { provider: 'microsoft' })
    const back = await comeBack(await signInAt(begun.url, anna), '')
    expect(back.href).toBe(`${publicUrl}/email-accounts?problem=sign_in_expired`)
    expect((await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items).toEqual([])
  })
})

test.skipIf(skips)('a person does it all in a browser', async () => {
  dovecot?.addUser('lena', 'never typed here')
  const browser = await chromium.launch(launchOptions)
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ baseURL: publicUrl })
  page.setDefaultTimeout(120_000)
  await page.goto('/signup')
  await page.getByLabel('Email').fill('lena@example.com')
  await page.getByLabel('Password', { exact: true }).fill('four words of a test')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding')
  await page.goto('/email-accounts')
  await page.getByRole('button', { name: 'Add email account' }).first().click()
  await page.getByLabel('Email address').fill(lena.address)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.waitForURL(`${oidc.issuer}/**`)
  expect(await page.getByLabel('Address').inputValue()).toBe(lena.address)
  await page.getByLabel('Password').fill(lena.password)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await page.waitForURL('**/email-accounts?added=*')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText(lena.address).first().waitFor()
  const [mailbox] = await db.selectFrom('mailboxes').selectAll().where('address', '=', lena.address).execute()
  expect(mailbox).toMatchObject({ sign_in: 'oauth2', provider: 'gmail' })
})

test('nobody begins a sign-in for a mailbox that is not theirs, and nobody without a session', async () => {
  const mallory = await signUp(product, 'mallory')
  const asked = { provider: 'google', mailboxId: '018f0000-0000-7000-8000-000000000000' }
  expect(await mallory.try('POST', '/api/mailboxes/sign-ins', asked)).toMatchObject({ status: 404 })
  expect(await mallory.try('POST', '/api/mailboxes/sign-ins', { provider: 'example' })).toMatchObject({ status: 400 })
  expect(await personOf(product, '', '').try('POST', '/api/mailboxes/sign-ins', { provider: 'google' })).toMatchObject({ status: 401 })
  const back = await comeBack(new URL(`${publicUrl}/api/mailboxes/sign-ins/callback?state=x&code=y`), '')
  expect(back.searchParams.get('problem')).toBe('sign_in_expired')
})

/** As a provider's own mail server asks it (RFC 7662). */
async function maySend(token: string): Promise<boolean> {
  const { username, password, href } = new URL(oidc.introspectionUrl)
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
  const answer = await fetch(href.replace(`${username}:${password}@`, ''), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token }),
  })
  const { active, scope } = z.object({ active: z.boolean(), scope: z.optional(z.string()) }).parse(await answer.json())
  return active && /mail\.google\.com|SMTP\.Send/.test(scope ?? '')
}

async function begin(person: Person, asked: unknown): Promise<{ url: string; cookie: string }> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${product.url}/api/mailboxes/sign-ins`, { method: 'POST', headers, body: JSON.stringify(asked) })
  // Another one knows the device again.
  const cookie = answer.headers.getSetCookie().findLast(one => one.includes('SameSite=Lax')) ?? ''
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
  return { ...mail.beginSignInApi.answer.parse(await answer.json()), cookie: cookie.split(';')[0] ?? '' }
}

async function comeBack(to: URL, cookie: string): Promise<URL> {
  const answer = await fetch(to, { headers: { cookie }, redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

async function signIn(person: Person, asked: unknown, who: AtProvider): Promise<URL> {
  const { url: page, cookie } = await begin(person, asked)
  return comeBack(await signInAt(page, who), cookie)
}

/** Without the pauses between tries that a connection earns by breaking often. */
async function connectAnew(person: Person, id: string): Promise<void> {
  for (const paused of [true, false]) await person.ask(mail.changeMailboxApi, 'PATCH', `/api/mailboxes/${id}`, { paused })
}

const until = (person: Person, id: string, expected: object) =>
  vi.waitFor(async () => {
    const { items } = await person.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
    expect(items.find(one => one.id === id)).toMatchObject(expected)
  }, patience)

const untilThere = (person: Person, subject: string) =>
  vi.waitFor(async () => {
    const { items } = await person.ask(ledger.listMessagesApi, 'GET', '/api/messages')
    expect(items.map(one => one.subject)).toContain(subject)
  }, patience)
