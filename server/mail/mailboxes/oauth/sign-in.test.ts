// Tests signing in with a mail provider, against a real OpenID provider: successes and attacks.

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { selfHosted } from '../../../../core/plans/plans.ts'
import { type Oidc, startOidc } from '../../../../sandbox/oidc/start.ts'
import { testDatabase } from '../../../../test/database.ts'
import { signInAt } from '../../../../test/oidc-browser.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { openUserKeys } from '../../../foundation/db/keys.ts'
import { openLog } from '../../../foundation/log.ts'
import { OutsideError, openOutside } from '../../../foundation/outside.ts'
import { newKey, randomToken } from '../../../foundation/seal.ts'
import { type OAuthTokens, openSecret } from '../sealed.ts'
import { readMailbox } from '../store.ts'
import { openOAuthClients } from './client.ts'
import { toGrantProblem, toSignInProblem } from './errors.ts'
import { saveGrant } from './keep.ts'
import { type OAuthProvider, oauthProviders } from './providers.ts'
import { beginSignIn, completeSignIn, type MailSignInDeps } from './sign-in.ts'
import { revokeAll, revokeSignIn, type TokenDeps, tokenSource } from './tokens.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const outside = openOutside({ allow: [], loopback: true })
const redirectUri = 'http://mailferry.example/api/mailboxes/sign-ins/callback'
const anna = { subject: 'subject-of-anna', address: 'anna@example.com', password: 'secret of anna' }
const ben = { subject: 'subject-of-ben', address: 'ben@example.com', password: 'secret of ben' }
const clients = ['google', 'microsoft', 'stranger'].map(id => ({
  id: `client-of-${id}`,
  secret: `secret-of-${id}`,
  redirectUris: [redirectUri],
}))

let oidc: Oidc
let other: Oidc
let deps: MailSignInDeps & TokenDeps
beforeAll(async () => {
  oidc = await startOidc({ port: 0, clients, people: [anna, ben] })
  other = await startOidc({ port: 0, clients, people: [anna, ben] })
  const [google] = providersAt(oidc)
  const [, microsoft] = providersAt(other)
  deps = partsWith([google, microsoft].filter(one => one !== undefined))
})
afterAll(() => Promise.all([oidc.stop(), other.stop()]))
beforeEach(() => {
  oidc.ledger.length = 0
  Object.assign(oidc.behaviour, { accessTokenSeconds: 3600, rotates: true, revokes: true })
})

const providersAt = ({ issuer }: Oidc): OAuthProvider[] =>
  oauthProviders({
    google: { id: 'client-of-google', secret: 'secret-of-google' },
    microsoft: { id: 'client-of-microsoft', secret: 'secret-of-microsoft' },
    tenant: 'common',
    standIn: { issuer, host: '127.0.0.1', port: 143 },
  })

const nothingAsked = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), loginHint: null }

const partsWith = (providers: OAuthProvider[], now = systemClock.now) => ({
  db,
  keys,
  now,
  log: openLog('silent'),
  doors: openOAuthClients(providers, outside, now),
  redirectUri,
})

interface Begun {
  userId: string
  browser: string
  page: string
}

async function begun(asked: Partial<Parameters<typeof beginSignIn>[2]> = {}, userId: string = randomUUID()): Promise<Begun> {
  const browser = randomToken()
  return { userId, browser, page: await beginSignIn(deps, userId, { provider: 'google', ...asked }, browser) }
}

/** The whole way; resolves with the mailbox. */
async function signedIn(who = anna, asked: Partial<Parameters<typeof beginSignIn>[2]> = {}, userId: string = randomUUID()) {
  const { page, browser } = await begun(asked, userId)
  const returned = await completeSignIn(deps, await signInAt(page, who), browser)
  if (typeof returned === 'string') return returned
  const kept = await saveGrant({ ...deps, limitsOf: async () => selfHosted.limits }, returned)
  return typeof kept === 'string' ? kept : { userId, mailboxId: kept.mailboxId }
}

async function connected(who = anna, asked: Partial<Parameters<typeof beginSignIn>[2]> = {}) {
  const kept = await signedIn(who, asked)
  if (typeof kept === 'string') throw new Error(kept)
  return kept
}

const tokensOf = async ({ userId, mailboxId }: { userId: string; mailboxId: string }): Promise<OAuthTokens> => {
  const secret = (await readMailbox(db, userId, mailboxId))?.secret ?? Buffer.alloc(0)
  const opened = openSecret(await keys.secretsKeyOf(db, userId), userId, mailboxId, secret)
  if (opened.kind !== 'oauth2') throw new Error('This mailbox has a password.')
  return opened
}

test('a user who signs in gets a mailbox with sealed tokens', async () => {
  const kept = await connected()
  const mailbox = await readMailbox(db, kept.userId, kept.mailboxId)
  expect(mailbox).toMatchObject({ address: anna.address, sign_in: 'oauth2', provider: 'google-workspace', state: 'connecting' })
  expect(mailbox?.settings).toEqual({ host: '127.0.0.1', port: 143, security: 'none', username: anna.address })
  const tokens = await tokensOf(kept)
  expect(tokens).toMatchObject({ provider: 'google', subject: anna.subject })
  for (const secret of [tokens.accessToken, tokens.refreshToken]) expect(mailbox?.secret?.includes(secret)).toBe(false)
})

test('the provider’s page is opened with state, nonce, PKCE and the typed address', async () => {
  const { page } = await begun({ address: anna.address })
  const asked = Object.fromEntries(new URL(page).searchParams)
  expect(asked).toMatchObject({ code_challenge_method: 'S256', login_hint: anna.address, redirect_uri: redirectUri, response_type: 'code' })
  expect(asked['scope']).toContain('https://mail.google.com/')
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  const row = await db.selectFrom('mailbox_sign_ins').selectAll().where('expires_at', '>', systemClock.now()).execute()
  expect(JSON.stringify(row)).not.toContain(asked['state'])
})

test('signing in again renews the same mailbox, and no other account can', async () => {
  const { userId, mailboxId } = await connected()
  expect(await signedIn(anna, { mailboxId }, userId)).toEqual({ userId, mailboxId })
  expect(await signedIn(anna, {}, userId)).toEqual({ userId, mailboxId })
  expect(await signedIn(ben, { mailboxId }, userId)).toBe('sign_in_other_account')
  expect((await tokensOf({ userId, mailboxId })).subject).toBe(anna.subject)
  expect(await signedIn(anna, { mailboxId }, randomUUID())).toBe('sign_in_expired')
})

test('a user who declines, or denies access to email, gets no mailbox', async () => {
  const declined = await begun()
  const back = await signInAt(declined.page, { ...anna, answer: 'deny' })
  expect(await completeSignIn(deps, back, declined.browser)).toBe('sign_in_cancelled')
  const narrow = await begun()
  const without = await signInAt(narrow.page, { ...anna, without: ['https://mail.google.com/'] })
  expect(await completeSignIn(deps, without, narrow.browser)).toBe('sign_in_no_mail')
})

describe('an attacker', () => {
  test('who swaps the state is refused', async () => {
    const [mine, theirs] = [await begun(), await begun()]
    const back = await signInAt(mine.page, anna)
    back.searchParams.set('state', randomToken())
    expect(await completeSignIn(deps, back, mine.browser)).toBe('sign_in_expired')
    back.searchParams.set('state', new URL(theirs.page).searchParams.get('state') ?? '')
    expect(await completeSignIn(deps, back, theirs.browser)).toBe('sign_in_failed')
  })
  test('who reuses a state is refused, whatever the first callback brought', async () => {
    const { page, browser } = await begun()
    const back = await signInAt(page, anna)
    expect(await completeSignIn(deps, back, browser)).toMatchObject({ granted: { address: anna.address } })
    expect(await completeSignIn(deps, back, browser)).toBe('sign_in_expired')
  })
  test('who sends a code twice at once gets one grant', async () => {
    const { page, browser } = await begun()
    const back = await signInAt(page, anna)
    const both = await Promise.all([completeSignIn(deps, back, browser), completeSignIn(deps, back, browser)])
    expect(both.filter(one => one === 'sign_in_expired')).toHaveLength(1)
  })
  test('who makes someone else complete their sign-in is refused, as the browser differs', async () => {
    const { page } = await begun()
    expect(await completeSignIn(deps, await signInAt(page, anna), randomToken())).toBe('sign_in_expired')
    const again = await begun()
    expect(await completeSignIn(deps, await signInAt(again.page, anna), null)).toBe('sign_in_expired')
  })
  test('who comes back after ten minutes is refused', async () => {
    const { page, browser } = await begun()
    const later = { ...deps, now: () => new Date(systemClock.now().getTime() + 600_001) }
    expect(await completeSignIn(later, await signInAt(page, anna), browser)).toBe('sign_in_expired')
  })
  test('who swaps the nonce is refused', async () => {
    const { page, browser } = await begun()
    const changed = new URL(page)
    changed.searchParams.set('nonce', randomToken())
    expect(await completeSignIn(deps, await signInAt(changed.href, anna), browser)).toBe('sign_in_failed')
  })
  test('who brings a code of another client is refused', async () => {
    const { page, browser } = await begun()
    const changed = new URL(page)
    changed.searchParams.set('client_id', 'client-of-stranger')
    expect(await completeSignIn(deps, await signInAt(changed.href, anna), browser)).toBe('sign_in_failed')
  })
  test('who omits PKCE, or uses a different verifier, is refused', async () => {
    const { page, browser } = await begun()
    const bare = new URL(page)
    for (const name of ['code_challenge', 'code_challenge_method']) bare.searchParams.delete(name)
    expect(await completeSignIn(deps, await signInAt(bare.href, anna), browser)).toBe('sign_in_setup')
    const again = await begun()
    const changed = new URL(again.page)
    changed.searchParams.set('code_challenge', randomToken())
    expect(await completeSignIn(deps, await signInAt(changed.href, anna), again.browser)).toBe('sign_in_failed')
  })
  test('who mixes up two providers is refused before the code is sent anywhere', async () => {
    const { page, browser } = await begun({ provider: 'microsoft' })
    const back = await signInAt(page, anna)
    back.searchParams.set('iss', oidc.issuer)
    expect(await completeSignIn(deps, back, browser)).toBe('sign_in_failed')
    const nameless = await begun()
    const without = await signInAt(nameless.page, anna)
    without.searchParams.delete('iss')
    expect(await completeSignIn(deps, without, nameless.browser)).toBe('sign_in_failed')
    expect([...oidc.ledger, ...other.ledger].filter(({ path }) => path === '/token')).toEqual([])
  })
  test('who imitates a provider with a different issuer is never contacted', async () => {
    const metadata = await (await fetch(`${oidc.issuer}/.well-known/openid-configuration`)).text()
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(metadata))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const at = server.address()
    const [google] = providersAt(oidc)
    const player = partsWith(google ? [{ ...google, issuer: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}` }] : [])
    await expect(beginSignIn(player, randomUUID(), { provider: 'google' }, randomToken())).rejects.toThrow(
      'does not match the expected issuer',
    )
  })
})

const renewals = () => oidc.ledger.filter(({ path, grant }) => path === '/token' && grant === 'refresh_token').length

describe('an access token', () => {
  test('that is valid is not renewed', async () => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, null)).toBe(tokens.accessToken)
    expect(renewals()).toBe(0)
  })
  test('that two hosts find expired at the same time is renewed once', async () => {
    oidc.behaviour.accessTokenSeconds = 30
    const kept = await connected()
    oidc.behaviour.accessTokenSeconds = 3600
    const tokens = await tokensOf(kept)
    const hosts = [tokenSource(deps), tokenSource(deps)]
    const given = await Promise.all(hosts.map(host => host.tokenOf(kept.userId, kept.mailboxId, null)))
    expect(new Set(given).size).toBe(1)
    expect(given[0]).not.toBe(tokens.accessToken)
    expect(renewals()).toBe(1)
    const now = await tokensOf(kept)
    expect(now.accessToken).toBe(given[0])
    expect(now.refreshToken).not.toBe(tokens.refreshToken)
  })
  test('that another host has renewed meanwhile is not renewed again', async () => {
    const kept = await connected()
    const { accessToken } = await tokensOf(kept)
    const renewed = await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)).toBe(renewed)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, renewed)).not.toBe(renewed)
    expect(renewals()).toBe(2)
  })
  test('that the server refuses is renewed early, and only once for all who were refused', async () => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    const source = tokenSource(deps)
    const ask = () => source.tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first).toBe(second)
    expect(first).not.toBe(tokens.accessToken)
    expect(renewals()).toBe(1)
  })
  test('keeps its refresh token where the provider sends no new one', async () => {
    oidc.behaviour.rotates = false
    const kept = await connected()
    const tokens = await tokensOf(kept)
    await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    expect((await tokensOf(kept)).refreshToken).toBe(tokens.refreshToken)
  })
  test.each([
    ['the provider has ended the access', { error: 'invalid_grant' }, 'sign_in_again'],
    ['the provider is down', { status: 503 }, 'sign_in_busy'],
    ['the provider asks for patience', { status: 429 }, 'sign_in_busy'],
    ['the client of the operator is refused', { error: 'invalid_client' }, 'sign_in_setup'],
  ])('is not renewed when %s, and the tokens stay as they were', async (_, kind, problem) => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    oidc.faults.push({ path: '/token', kind, times: 1 })
    const asked = tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    await expect(asked).rejects.toMatchObject({ problem })
    expect(await tokensOf(kept)).toEqual(tokens)
  })
})

test('an unresponsive provider holds up neither the mailbox’s lease nor the next attempt', async () => {
  const kept = await connected()
  const { accessToken } = await tokensOf(kept)
  const [google] = providersAt(oidc)
  const doors = openOAuthClients(google ? [google] : [], outside, systemClock.now, 2000)
  await doors.get('google')?.client.pageFor({ ...nothingAsked, redirectUri })
  oidc.faults.push({ path: '/token', kind: 'hang', times: 1 })
  const slow = tokenSource({ ...deps, doors }).tokenOf(kept.userId, kept.mailboxId, accessToken)
  const refused = expect(slow).rejects.toMatchObject({ problem: 'sign_in_waits' })
  await expect.poll(() => oidc.faults.length).toBe(0)
  const done: string[] = []
  const lease = db.updateTable('mailboxes').set({ lease_until: systemClock.now() }).where('id', '=', kept.mailboxId).execute()
  await Promise.all([lease.then(() => done.push('lease')), refused.then(() => done.push('refusal'))])
  expect(done).toEqual(['lease', 'refusal'])
  expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)).not.toBe(accessToken)
})

test('an unreachable provider is retried soon, as the network may be back at any moment', () => {
  expect(toGrantProblem(new OutsideError('timeout', 'no answer'))).toBe('sign_in_waits')
  expect(toSignInProblem(new Error('wrapped', { cause: new OutsideError('connection', 'reset') }))).toBe('sign_in_waits')
})

describe('disconnecting', () => {
  test('revokes the tokens at the provider, after which the refresh token is invalid', async () => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    expect(await revokeSignIn(deps, kept.userId, kept.mailboxId)).toBe('revoked')
    const asked = tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    await expect(asked).rejects.toMatchObject({ problem: 'sign_in_again' })
  })
  test('happens for all of a user’s mailboxes when they delete their account', async () => {
    const kept = await connected()
    await revokeAll(deps, kept.userId)
    expect(oidc.ledger.filter(({ path, status }) => path === '/token/revocation' && status === 200)).toHaveLength(1)
  })
  test('succeeds when the provider is unresponsive, and leaves other users’ mailboxes alone', async () => {
    const kept = await connected()
    expect(await revokeSignIn(deps, randomUUID(), kept.mailboxId)).toBeNull()
    oidc.faults.push({ path: '/token/revocation', kind: { status: 500 }, times: 1 })
    expect(await revokeSignIn(deps, kept.userId, kept.mailboxId)).toBe('failed')
  })
})
