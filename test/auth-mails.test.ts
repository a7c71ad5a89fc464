// Tests emailed codes and links with the official clients: confirmation, recovery, magic links and PKCE.
import { describe, expect, test } from 'vitest'
import { type AuthServer, authServer, call, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, autoconfirm: false, redirectAllow: ['https://app.example/**'] } })
const redirectTo = 'https://app.example/here?x=1'

const isConfirmed = async (email: string) =>
  (await db.selectFrom('users').select('email_confirmed_at').where('email', '=', email).executeTakeFirst())?.email_confirmed_at != null

async function confirmedPerson(at: AuthServer = server) {
  const person = somebody()
  await at.auth.createUser(person)
  return person
}

describe.each(clients)('supabase-js %s', (_name, open) => {
  test('confirms a sign-up with the mailed code and is signed in', async () => {
    const client = open(server.url)
    const person = somebody()
    await client.auth.signUp(person)
    const { code } = await server.mailTo(person.email)
    const { data, error } = await client.auth.verifyOtp({ email: person.email, token: code, type: 'signup' })
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
    expect((await client.auth.getUser()).data.user?.email).toBe(person.email)
  })

  test('confirms a sign-up with the link, which brings a session in the fragment', async () => {
    const client = open(server.url)
    const person = somebody()
    await client.auth.signUp({ ...person, options: { emailRedirectTo: redirectTo } })
    const target = await openLink(server, await server.mailTo(person.email))
    expect(target.origin + target.pathname + target.search).toBe(redirectTo)
    const fields = new URLSearchParams(target.hash.slice(1))
    expect(fields.get('type')).toBe('signup')
    expect(fields.get('token_type')).toBe('bearer')
    expect(Number(fields.get('expires_in'))).toBe(3600)
    const { data } = await client.auth.setSession({
      access_token: String(fields.get('access_token')),
      refresh_token: String(fields.get('refresh_token')),
    })
    expect(data.user?.email).toBe(person.email)
  })

  test('resends a confirmation, and the newer email invalidates the older', async () => {
    const client = open(server.url)
    const person = somebody()
    await client.auth.signUp(person)
    const first = await server.mailTo(person.email)
    expect((await client.auth.resend({ type: 'signup', email: person.email })).error).toBeNull()
    const second = await server.mailTo(person.email)
    expect(
      second.code === first.code || (await client.auth.verifyOtp({ email: person.email, token: first.code, type: 'signup' })).error,
    ).toBeTruthy()
    expect((await client.auth.verifyOtp({ email: person.email, token: second.code, type: 'email' })).error).toBeNull()
  })

  test('recovers a password with the emailed link hash and chooses a new one', async () => {
    const person = await confirmedPerson()
    const client = open(server.url)
    const elsewhere = open(server.url)
    await elsewhere.auth.signInWithPassword(person)
    await client.auth.resetPasswordForEmail(person.email, { redirectTo })
    const { link } = await server.mailTo(person.email)
    expect(link.searchParams.get('type')).toBe('recovery')
    const token_hash = String(link.searchParams.get('token'))
    expect(token_hash).toMatch(/^[0-9a-f]{56}$/)
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: person.password })).error).toMatchObject({ status: 422, code: 'same_password' })
    expect((await client.auth.updateUser({ password: 'another long password' })).error).toBeNull()
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.signInWithPassword(person)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await client.auth.signInWithPassword({ ...person, password: 'another long password' })).error).toBeNull()
  })

  test('signs in with a magic link and creates a new user if requested', async () => {
    const client = open(server.url)
    const known = await confirmedPerson()
    await client.auth.signInWithOtp({ email: known.email })
    expect(
      (await client.auth.verifyOtp({ email: known.email, token: (await server.mailTo(known.email)).code, type: 'email' })).error,
    ).toBeNull()
    const stranger = somebody().email
    const refused = await client.auth.signInWithOtp({ email: stranger, options: { shouldCreateUser: false } })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    expect((await client.auth.signInWithOtp({ email: stranger, options: { data: { from: 'otp' } } })).error).toBeNull()
    const { data } = await client.auth.verifyOtp({ email: stranger, token: (await server.mailTo(stranger)).code, type: 'email' })
    expect(data.user?.user_metadata).toMatchObject({ from: 'otp' })
  })

  test('a link and a code work once', async () => {
    const client = open(server.url)
    const person = await confirmedPerson()
    await client.auth.resetPasswordForEmail(person.email)
    const mail = await server.mailTo(person.email)
    expect((await client.auth.verifyOtp({ email: person.email, token: mail.code, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.verifyOtp({ email: person.email, token: mail.code, type: 'recovery' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
    const target = await openLink(server, mail)
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
  })
})

test('with PKCE the link carries a code that only the requesting client can exchange, once', async () => {
  const person = await confirmedPerson()
  const verifier = 'v'.repeat(56)
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
  const asked = { email: person.email, code_challenge: challenge, code_challenge_method: 's256' }
  await call(server, 'POST', `/recover?redirect_to=${encodeURIComponent(redirectTo)}`, asked)
  const mail = await server.mailTo(person.email)
  expect(mail.link.searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/)
  const target = await openLink(server, mail)
  expect(target.hash).toBe('')
  expect(target.searchParams.get('x')).toBe('1')
  const auth_code = target.searchParams.get('code')
  expect(auth_code).toMatch(/^[0-9a-f-]{36}$/)
  const exchange = (code_verifier: string) => call(server, 'POST', '/token?grant_type=pkce', { auth_code, code_verifier })
  expect(await exchange('w'.repeat(56))).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } })
  expect(await exchange('')).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  const { status, body } = await exchange(verifier)
  expect(status).toBe(200)
  expect(JSON.parse(Buffer.from(String(body?.['access_token']).split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    amr: [{ method: 'recovery' }],
  })
  expect(await exchange(verifier)).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
})

test('the client follows a PKCE link from end to end', async () => {
  for (const [, open] of clients) {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
      removeItem: (k: string) => void kept.delete(k),
    }
    const client = open(server.url, { flowType: 'pkce', storage, persistSession: true })
    const person = await confirmedPerson()
    await client.auth.signInWithOtp({ email: person.email, options: { emailRedirectTo: redirectTo } })
    const target = await openLink(server, await server.mailTo(person.email))
    const { data, error } = await client.auth.exchangeCodeForSession(String(target.searchParams.get('code')))
    expect(error).toBeNull()
    expect(data.user?.email).toBe(person.email)
  }
})

test('a PKCE code expires after five minutes', async () => {
  const own = await authServer(db, { switches: roomy })
  const person = await confirmedPerson(own)
  await call(own, 'POST', '/otp', { email: person.email, code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' })
  const target = await openLink(own, await own.mailTo(person.email))
  own.wait(300_000)
  const exchange = { auth_code: target.searchParams.get('code'), code_verifier: 'v'.repeat(43) }
  expect(await call(own, 'POST', '/token?grant_type=pkce', exchange)).toMatchObject({
    status: 422,
    body: { error_code: 'flow_state_expired' },
  })
})

test('an error of a PKCE link is in both query and fragment', async () => {
  const target = await openLink(server, {
    link: new URL(`http://x.example/auth/v1/verify?token=pkce_${'0'.repeat(56)}&type=recovery&redirect_to=${redirectTo}`),
  })
  expect(target.searchParams.get('error_code')).toBe('otp_expired')
  expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('otp_expired')
})

test('a link leads to the home page if the requested redirect is not allowed', async () => {
  const person = await confirmedPerson()
  await call(server, 'POST', '/recover?redirect_to=https://evil.example/', { email: person.email })
  const { link } = await server.mailTo(person.email)
  expect(link.searchParams.get('redirect_to')).toBe('http://mailferry.example')
  expect(link.origin).toBe('http://mailferry.example')
})

test('a HEAD request does not use up a link', async () => {
  const person = await confirmedPerson()
  await call(server, 'POST', '/recover', { email: person.email })
  const mail = await server.mailTo(person.email)
  await fetch(server.url + mail.link.pathname + mail.link.search, { method: 'HEAD', redirect: 'manual' })
  expect((await openLink(server, mail)).hash).toContain('access_token=')
})

test('a code expires after an hour, and after five wrong attempts', async () => {
  const own = await authServer(db, { switches: roomy })
  const person = await confirmedPerson(own)
  const ask = () => call(own, 'POST', '/recover', { email: person.email })
  const enter = (token: string) => call(own, 'POST', '/verify', { type: 'recovery', email: person.email, token })
  await ask()
  own.wait(3_600_000)
  expect((await enter((await own.mailTo(person.email)).code)).status).toBe(403)
  await ask()
  const { code } = await own.mailTo(person.email)
  for (let i = 0; i < 5; i++) expect((await enter(code === '000000' ? '000001' : '000000')).status).toBe(403)
  expect((await enter(code)).status).toBe(403)
  await ask()
  expect((await enter((await own.mailTo(person.email)).code)).status).toBe(200)
})

test('a code of one person does not work for another', async () => {
  const [one, two] = [await confirmedPerson(), await confirmedPerson()]
  for (const { email } of [one, two]) await call(server, 'POST', '/recover', { email })
  const { code } = await server.mailTo(one.email)
  const mine = await server.mailTo(two.email)
  const answer = await call(server, 'POST', '/verify', { type: 'recovery', email: two.email, token: code })
  expect(answer.status === 403 || code === mine.code).toBe(true)
})

const bad: [body: Record<string, unknown>, status: number, code: string][] = [
  [{}, 400, 'validation_failed'],
  [{ type: 'signup' }, 400, 'validation_failed'],
  [{ type: 'signup', token: '1', token_hash: '2' }, 400, 'validation_failed'],
  [{ type: 'signup', token_hash: '2', email: 'a@example.com' }, 400, 'validation_failed'],
  [{ type: 'signup', token: '123456' }, 400, 'validation_failed'],
  [{ type: 'sms', token: '123456', phone: 'abc' }, 400, 'validation_failed'],
  [{ type: 'sms', token: '123456', phone: '+15550100' }, 403, 'otp_expired'],
  [{ type: 'constructor', token_hash: 'x' }, 400, 'validation_failed'],
  [{ type: 'signup', token: '123456', email: 'nobody@example.com', options: { redirectTo: 'x' } }, 403, 'otp_expired'],
  [{ type: 'recovery', token_hash: 'unknown' }, 403, 'otp_expired'],
]
test.each(bad)('POST /verify %j is %i %s', async (body, status, code) => {
  expect(await call(server, 'POST', '/verify', body)).toMatchObject({ status, body: { error_code: code } })
})

test.each([
  ['/recover', { email: 'nonsense' }, 'validation_failed'],
  ['/recover', { email: 'a@example.com', code_challenge: 'v'.repeat(43) }, 'validation_failed'],
  ['/recover', { email: 'a@example.com', code_challenge: 'short', code_challenge_method: 's256' }, 'validation_failed'],
  ['/otp', { phone: '+15550100' }, 'phone_provider_disabled'],
  ['/resend', { type: 'magiclink', email: 'a@example.com' }, 'validation_failed'],
])('POST %s %j is 400 %s', async (path, body, code) => {
  expect(await call(server, 'POST', path, body)).toMatchObject({ status: 400, body: { error_code: code } })
})

test('recover and resend respond alike to unknown and known addresses: same body, same time, same limit', async () => {
  const own = await authServer(db, { switches: { limits: { ...roomy.limits, emailToAddress: { points: 1, seconds: 60 } } } })
  const known = (await confirmedPerson(own)).email
  const unknown = somebody().email
  const ask = async (email: string) => {
    const start = performance.now()
    const answer = await call(own, 'POST', '/recover', { email })
    return { ms: performance.now() - start, status: answer.status, body: answer.body }
  }
  const [one, two] = [await ask(known), await ask(unknown)]
  expect(one).toMatchObject({ status: 200, body: {} })
  expect(two).toMatchObject({ status: 200, body: {} })
  for (const { ms } of [one, two]) expect(ms).toBeGreaterThan(95)
  for (const email of [known, unknown]) {
    const again = await ask(email)
    expect(again).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
    expect(again.body?.['msg']).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  }
  await expect(own.mailTo(unknown)).rejects.toThrow('no mail')
})

test('recovering an address that somebody else signed up with does not inherit their password', async () => {
  const person = somebody()
  await call(server, 'POST', '/signup', person)
  expect(await isConfirmed(person.email)).toBe(false)
  await call(server, 'POST', '/otp', { email: person.email })
  expect((await openLink(server, await server.mailTo(person.email))).hash).toContain('access_token=')
  expect(await isConfirmed(person.email)).toBe(true)
  expect(await call(server, 'POST', '/token?grant_type=password', person)).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_credentials' },
  })
})

test('if two people sign up with one address, confirmation removes both passwords unless they are the same', async () => {
  const [attacked, forgetful] = [somebody(), somebody()]
  for (const { email, password } of [{ ...attacked, password: 'the password of an attacker' }, attacked, forgetful, forgetful])
    await call(server, 'POST', '/signup', { email, password })
  for (const { email } of [attacked, forgetful])
    expect((await openLink(server, await server.mailTo(email))).hash).toContain('access_token=')
  const signIn = async (email: string, password: string) =>
    (await call(server, 'POST', '/token?grant_type=password', { email, password })).body?.['error_code'] ?? 'signed in'
  expect(await signIn(attacked.email, 'the password of an attacker')).toBe('invalid_credentials')
  expect(await signIn(attacked.email, attacked.password)).toBe('invalid_credentials')
  expect(await signIn(forgetful.email, forgetful.password)).toBe('signed in')
})
