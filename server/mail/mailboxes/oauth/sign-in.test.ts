// Tests signing in with a mail provider, against a real OpenID provider: successes and attacks.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signInAt } from '../../../../test/oidc-browser.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { OutsideError } from '../../../foundation/outside.ts'
import { randomToken } from '../../../foundation/seal.ts'
import { readMailbox } from '../store.ts'
import { toGrantProblem, toSignInProblem } from './errors.ts'
import { beginSignIn, completeSignIn } from './sign-in.ts'
import {
  anna,
  begun,
  ben,
  connected,
  db,
  deps,
  oidc,
  other,
  partsWith,
  providersAt,
  redirectUri,
  signedIn,
  tokensOf,
} from './sign-ins.fixture.ts'
import { revokeAll, revokeSignIn, tokenSource } from './tokens.ts'

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
