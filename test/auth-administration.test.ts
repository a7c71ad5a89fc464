// Tests user administration through the official client with a service key; everybody else is refused.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { createClient as createClient249 } from 'supabase-js-2-49'
import { describe, expect, test } from 'vitest'
import { openPasswords } from '../server/auth/passwords.ts'
import { authServer, call, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: roomy })
const { token: key } = await server.serviceKey()

// Hashed once: what a password costs is not what is tested here.
const hash = await (await openPasswords()).hash(somebody().password)

let phones = 15_550_100_000
const phoneNumber = () => String(phones++)

const quiet = { auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false } }
type Admin = (key: string) => SupabaseClient
const admins: [name: string, admin: Admin, open: (typeof clients)[number][1]][] = [
  ['2.119', token => createClient(server.url, token, quiet), (clients[0] ?? expect.fail())[1]],
  ['2.49', token => Reflect.apply(createClient249, undefined, [server.url, token, quiet]), (clients[1] ?? expect.fail())[1]],
]
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const acts = async (action: string) =>
  db.selectFrom('activity_logs').select(['user_id', 'details']).where('action', '=', action).orderBy('created_at', 'desc').execute()

describe.each(admins)('supabase-js %s with a key of the service', (_name, admin, open) => {
  const { auth } = admin(key)
  const made = async (given: Record<string, unknown> = {}) => {
    const person = somebody()
    const { data, error } = await auth.admin.createUser({ email: person.email, password_hash: hash, email_confirm: true, ...given })
    expect(error).toBeNull()
    return { ...person, id: data.user?.id ?? '' }
  }

  test('makes a person who can sign in at once, or only once confirmed', async () => {
    const person = somebody()
    const id = crypto.randomUUID()
    const phone = `+${phoneNumber()}`
    const given = { ...person, id, phone, role: 'editor', email_confirm: true, user_metadata: { name: 'Ada' }, app_metadata: { team: 7 } }
    const { data, error } = await auth.admin.createUser(given)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      email: person.email,
      phone: phone.slice(1),
      role: 'editor',
      user_metadata: { name: 'Ada' },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], team: 7 },
      email_confirmed_at: expect.any(String),
    })
    expect(data.user?.phone_confirmed_at).toBeUndefined()
    expect((await open(server.url).auth.signInWithPassword(person)).data.user?.role).toBe('editor')
    const waiting = await made({ email_confirm: false })
    expect((await open(server.url).auth.signInWithPassword(waiting)).error).toMatchObject({ code: 'email_not_confirmed' })
    await auth.admin.updateUserById(waiting.id, { email_confirm: true })
    expect((await open(server.url).auth.signInWithPassword(waiting)).error).toBeNull()
    expect(await acts('auth.user_created')).toContainEqual({
      user_id: id,
      details: { by: expect.stringMatching(/^service key [\w-]{36}$/) },
    })
  })

  test('is told which address, number or id is taken, and what cannot be', async () => {
    const person = await made({ phone: phoneNumber() })
    const { data } = await auth.admin.getUserById(person.id)
    const refusal = async (given: Record<string, unknown>) => (await auth.admin.createUser(given)).error
    expect(await refusal({ email: person.email.toUpperCase() })).toMatchObject({ status: 422, code: 'email_exists' })
    expect(await refusal({ phone: data.user?.phone })).toMatchObject({ status: 422, code: 'phone_exists' })
    expect(await refusal({ ...somebody(), id: person.id })).toMatchObject({ status: 422, code: 'user_already_exists' })
    expect(await refusal({ ...somebody(), id: 'nonsense' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refusal({ password: 'a long enough password' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refusal({ ...somebody(), password: 'short' })).toMatchObject({ status: 422, code: 'weak_password' })
    expect(await refusal({ ...somebody(), password_hash: 'x' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refusal({ email: somebody().email, password_hash: '$2a$10$abcdefghijklmnopqrstuv' })).toMatchObject({ status: 400 })
    expect(await refusal({ ...somebody(), ban_duration: 'a week' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refusal({ ...somebody(), role: 'service_role' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refusal({ ...somebody(), app_metadata: { big: 'x'.repeat(9000) } })).toMatchObject({ status: 400 })
  })

  test('lists people by pages, the newest first', async () => {
    const [older, newer] = [await made(), await made()]
    const { data } = await auth.admin.listUsers({ page: 1, perPage: 2 })
    expect(data.users.map(user => user.id)).toEqual([newer.id, older.id])
    expect(data).toMatchObject({ nextPage: 2, total: expect.any(Number), aud: 'authenticated' })
    const all = await auth.admin.listUsers()
    expect(all.data.users.length).toBe(Math.min(50, 'total' in all.data ? all.data.total : -1))
    const raw = await call(server, 'GET', '/admin/users?page=2&per_page=1', undefined, bearer(key))
    expect(raw.headers.get('link')).toMatch(
      /^<\/admin\/users\?page=3&per_page=1>; rel="next", <\/admin\/users\?page=\d+&per_page=1>; rel="last"$/,
    )
    expect(raw.headers.get('x-total-count')).toMatch(/^\d+$/)
    expect((await auth.admin.listUsers({ page: -1 })).error).toMatchObject({ status: 400, code: 'validation_failed' })
    const { data: beyond } = await auth.admin.listUsers({ page: 9999 })
    expect(beyond.users).toEqual([])
  })

  test('changes a person: address, password and what is known of them hold at once', async () => {
    const person = await made({ user_metadata: { name: 'Ada', town: 'Ulm' }, app_metadata: { team: 7 } })
    const theirs = open(server.url)
    await theirs.auth.signInWithPassword(person)
    const next = somebody()
    const { data, error } = await auth.admin.updateUserById(person.id, {
      email: next.email,
      password: 'another long password',
      user_metadata: { town: null, name: 'Eve' },
      app_metadata: { plan: 'gold' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: next.email,
      user_metadata: { name: 'Eve' },
      app_metadata: { provider: 'email', team: 7, plan: 'gold' },
      identities: [{ identity_data: { email: next.email } }],
    })
    expect(data.user?.user_metadata).toEqual({ name: 'Eve' })
    expect((await theirs.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await open(server.url).auth.signInWithPassword(person)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await open(server.url).auth.signInWithPassword({ ...next, password: 'another long password' })).error).toBeNull()
    const phone = phoneNumber()
    const byPhone = await auth.admin.updateUserById(person.id, { phone: `+${phone}`, phone_confirm: true })
    expect(byPhone.data.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      app_metadata: { providers: ['email', 'phone'] },
    })
    expect(byPhone.data.user?.identities).toMatchObject([{ provider: 'email' }, { identity_data: { phone, phone_verified: true } }])
    const other = await made()
    expect((await auth.admin.updateUserById(other.id, { email: next.email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    const unknown = await auth.admin.updateUserById(crypto.randomUUID(), { email: next.email })
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test('bans a person: sign-in, refresh, bearer and links answer user_banned, and old sessions stay over', async () => {
    const person = await made()
    const theirs = open(server.url)
    const { data } = await theirs.auth.signInWithPassword(person)
    const token = data.session?.access_token ?? ''
    const { data: link } = await auth.admin.generateLink({ type: 'magiclink', email: person.email })
    const { data: banned, error } = await auth.admin.updateUserById(person.id, { ban_duration: '1h30m' })
    expect(error).toBeNull()
    expect(Date.parse(String(Object(banned.user).banned_until)) - Date.now()).toBeCloseTo(5_400_000, -5)
    expect((await theirs.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
    expect((await theirs.auth.getUser(token)).error).toMatchObject({ status: 403, code: 'user_banned' })
    expect(await server.auth.verifySession(token)).toBeNull()
    expect((await open(server.url).auth.signInWithPassword(person)).error).toMatchObject({ status: 400, code: 'user_banned' })
    const opened = await open(server.url).auth.verifyOtp({ type: 'magiclink', token_hash: link.properties?.hashed_token ?? '' })
    expect(opened.error).toMatchObject({ status: 403, code: 'user_banned' })
    await auth.admin.updateUserById(person.id, { ban_duration: 'none' })
    expect((await call(server, 'GET', '/user', undefined, bearer(token))).body).toMatchObject({ error_code: 'session_not_found' })
    expect((await open(server.url).auth.signInWithPassword(person)).error).toBeNull()
  })

  test('deletes a person, or empties what is known of them', async () => {
    const [gone, emptied] = [await made(), await made({ user_metadata: { name: 'Ada' } })]
    const theirs = open(server.url)
    await theirs.auth.signInWithPassword(emptied)
    expect((await auth.admin.deleteUser(gone.id)).error).toBeNull()
    expect((await auth.admin.getUserById(gone.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await server.mailTo(gone.email)).subject).toBe('Your account was deleted')
    for (const times of [1, 2]) expect((await auth.admin.deleteUser(emptied.id, true)).error, `${times} times`).toBeNull()
    const { data } = await auth.admin.getUserById(emptied.id)
    expect(data.user).toMatchObject({ deleted_at: expect.any(String), user_metadata: {}, app_metadata: {}, phone: '' })
    expect(JSON.stringify(data.user)).not.toContain(emptied.email)
    expect((await theirs.auth.refreshSession()).error).not.toBeNull()
    expect((await auth.admin.updateUserById(emptied.id, { email: emptied.email })).error).toMatchObject({ code: 'user_not_found' })
    expect((await open(server.url).auth.signUp(emptied)).error).toBeNull()
    expect(await acts('auth.user_deleted')).toEqual(
      expect.arrayContaining([
        { user_id: null, details: { by: expect.any(String), user_id: gone.id, soft: false } },
        { user_id: null, details: { by: expect.any(String), user_id: emptied.id, soft: true } },
      ]),
    )
  })

  test('invites somebody, whose link signs them in', async () => {
    const { email } = somebody()
    const { data, error } = await auth.admin.inviteUserByEmail(email, { data: { team: 'blue' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { team: 'blue' } })
    const mail = await server.mailTo(email)
    expect(mail.link.searchParams.get('type')).toBe('invite')
    const opened = await openLink(server, mail)
    expect(opened.href).toMatch(/\/reset-password#access_token=.*&type=invite/)
    expect((await auth.admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
    const other = somebody()
    await auth.admin.inviteUserByEmail(other.email)
    const byCode = await open(server.url).auth.verifyOtp({
      type: 'invite',
      email: other.email,
      token: (await server.mailTo(other.email)).code,
    })
    expect(byCode.data.user).toMatchObject({ email: other.email, email_confirmed_at: expect.any(String) })
  })

  test('who signed up with an address and never confirmed it does not wait behind the invitation', async () => {
    const squatter = await made({ email_confirm: false, user_metadata: { name: 'Mallory' } })
    await auth.admin.inviteUserByEmail(squatter.email)
    const { data } = await open(server.url).auth.verifyOtp({
      type: 'invite',
      email: squatter.email,
      token: (await server.mailTo(squatter.email)).code,
    })
    expect(data.user).toMatchObject({ id: squatter.id, user_metadata: {} })
    expect((await open(server.url).auth.signInWithPassword(squatter)).error).toMatchObject({ code: 'invalid_credentials' })
    const known = await made({ email_confirm: false, phone: phoneNumber(), phone_confirm: true })
    expect((await auth.admin.inviteUserByEmail(known.email)).error).toMatchObject({ code: 'email_exists' })
  })

  test('makes links of all six types without mailing them', async () => {
    const redirectTo = 'http://mailferry.example/welcome'
    const known = await made()
    const fresh = somebody()
    const signUp = await auth.admin.generateLink({ type: 'signup', ...fresh, options: { data: { name: 'Ada' }, redirectTo } })
    expect(signUp.data.properties).toEqual({
      action_link: expect.stringContaining('http://mailferry.example/auth/v1/verify?token='),
      email_otp: expect.stringMatching(/^\d{8}$/),
      hashed_token: expect.stringMatching(/^[\da-f]{56}$/),
      verification_type: 'signup',
      redirect_to: redirectTo,
    })
    expect(signUp.data.user).toMatchObject({ email: fresh.email, user_metadata: { name: 'Ada' } })
    const { href } = await openLink(server, { link: new URL(signUp.data.properties?.action_link ?? '') })
    expect(href).toContain(`${redirectTo}#access_token=`)
    expect((await open(server.url).auth.signInWithPassword(fresh)).error).toBeNull()

    const verified = async (type: 'invite' | 'magiclink' | 'recovery', email: string) => {
      const { data, error } = await auth.admin.generateLink({ type, email })
      expect(error).toBeNull()
      const session = await open(server.url).auth.verifyOtp({ type, token_hash: data.properties?.hashed_token ?? '' })
      return session.data.user?.email
    }
    const invited = somebody().email
    expect(await verified('invite', invited)).toBe(invited)
    expect(await verified('magiclink', known.email)).toBe(known.email)
    expect(await verified('recovery', known.email)).toBe(known.email)
    const stranger = somebody().email
    const magic = await auth.admin.generateLink({ type: 'magiclink', email: stranger })
    expect(magic.data).toMatchObject({ properties: { verification_type: 'signup' }, user: { email: stranger } })

    const newEmail = somebody().email
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await auth.admin.generateLink({ type, email: known.email, newEmail })
      expect(data).toMatchObject({ properties: { verification_type: type }, user: { new_email: newEmail } })
      await openLink(server, { link: new URL(data.properties?.action_link ?? '') })
    }
    expect((await auth.admin.getUserById(known.id)).data.user?.email).toBe(newEmail)
    await expect(server.mailTo(invited)).rejects.toThrow('no mail')
    expect(await acts('auth.link_made')).toContainEqual({ user_id: known.id, details: { type: 'recovery', by: expect.any(String) } })
  })

  test('gets no link for who is unknown, confirmed already, or to an address that is taken', async () => {
    const [known, other] = [await made(), await made()]
    const refusal = async (params: Record<string, unknown>) =>
      (await call(server, 'POST', '/admin/generate_link', params, bearer(key))).body?.['error_code']
    const { email } = somebody()
    expect(await refusal({ type: 'recovery', email })).toBe('user_not_found')
    expect(await refusal({ type: 'email_change_new', email, new_email: somebody().email })).toBe('user_not_found')
    expect(await refusal({ type: 'email_change_new', email: known.email, new_email: other.email })).toBe('email_exists')
    expect(await refusal({ type: 'email_change_new', email: known.email })).toBe('validation_failed')
    expect(await refusal({ type: 'signup', email: known.email, password: 'a long enough password' })).toBe('email_exists')
    expect(await refusal({ type: 'signup', email })).toBe('validation_failed')
    expect(await refusal({ type: 'invite', email: known.email })).toBe('email_exists')
    expect(await refusal({ type: 'nonsense', email })).toBe('validation_failed')
    expect(await refusal({ type: 'constructor', email })).toBe('validation_failed')
  })

  test('what one address agreed to does not hold for another change', async () => {
    const known = await made()
    const [first, second] = [somebody().email, somebody().email]
    const link = async (type: 'email_change_current' | 'email_change_new', newEmail: string) => {
      const { data } = await auth.admin.generateLink({ type, email: known.email, newEmail })
      return new URL(data.properties?.action_link ?? '')
    }
    await openLink(server, { link: await link('email_change_current', first) })
    await openLink(server, { link: await link('email_change_new', second) })
    expect((await auth.admin.getUserById(known.id)).data.user?.email).toBe(known.email)
  })

  test('lists and takes away second proofs', async () => {
    const person = await made()
    const theirs = open(server.url)
    await theirs.auth.signInWithPassword(person)
    const { data: factor } = await theirs.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const factorId = factor?.id ?? ''
    const secret = factor && 'totp' in factor ? factor.totp.secret : ''
    await theirs.auth.mfa.challengeAndVerify({ factorId, code: new TOTP({ secret }).generate() })
    const { data: found } = await auth.admin.mfa.listFactors({ userId: person.id })
    expect(found?.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified', friendly_name: 'Phone' }])
    const path = `/admin/users/${person.id}/factors/${factorId}`
    const renamed = await call(server, 'PUT', path, { friendly_name: 'Old phone' }, bearer(key))
    expect(renamed).toMatchObject({ status: 200, body: { friendly_name: 'Old phone' } })
    expect((await auth.admin.mfa.deleteFactor({ userId: person.id, id: factorId })).error).toBeNull()
    expect((await auth.admin.mfa.listFactors({ userId: person.id })).data?.factors).toEqual([])
    expect((await theirs.auth.refreshSession()).error).toBeNull()
    expect((await theirs.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    const unknown = await auth.admin.mfa.deleteFactor({ userId: person.id, id: factorId })
    expect(unknown.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })

  test('signs out another by their token', async () => {
    const person = await made()
    const [one, two] = [open(server.url), open(server.url)]
    const { data } = await one.auth.signInWithPassword(person)
    await two.auth.signInWithPassword(person)
    expect((await auth.admin.signOut(data.session?.access_token ?? '', 'others')).error).toBeNull()
    expect((await two.auth.refreshSession()).error).not.toBeNull()
    expect((await auth.admin.signOut(data.session?.access_token ?? '')).error).toBeNull()
    expect((await one.auth.refreshSession()).error).not.toBeNull()
  })

  test('is nobody in particular elsewhere: on the data wire it sees what an anonymous key sees', async () => {
    const client = admin(key)
    await made()
    expect(await client.from('activity_logs').select('id')).toMatchObject({ error: null, data: [] })
    expect((await client.auth.getUser(key)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })
})
