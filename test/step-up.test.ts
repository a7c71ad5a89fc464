// Steals a session and tries to send its owner's mail elsewhere; then undoes, from the emails, what somebody else did.
import { expect, test, vi } from 'vitest'
import * as copies from '../core/api/exports.ts'
import * as filters from '../core/api/filters.ts'
import * as keys from '../core/api/keys.ts'
import { testDatabase } from './database.ts'
import { ageSessions, linkPhone, mailedCode, type Person, patience, runProduct, signUp } from './running.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url, { AUTH_LIMITS: 'emailToAddress=100/1' })
const condition = { field: 'subject', operator: 'contains', values: ['harbor'] }

/** The path of the undo link in somebody's newest email with this subject. */
const undoPathOf = (person: Person, subject: RegExp): Promise<string> =>
  vi.waitFor(async () => {
    const letters = (await (await fetch(`${product.url}/sandbox/outbox`)).text()).split('<li>')
    const found = letters.find(letter => letter.includes(person.email) && subject.test(letter))
    const path = /\/undo\/[\w-]+/.exec(found ?? '')?.[0]
    if (!path) throw new Error(`Nobody wrote to ${person.email} about ${subject}.`)
    return path
  }, patience)

const loggedOf = async (action: string) => (await db.selectFrom('activity_logs').selectAll().where('action', '=', action).execute()).length

async function undo(path: string): Promise<string> {
  const form = { method: 'POST', body: new URLSearchParams({ choice: 'undo' }) }
  const looked = await fetch(product.url + path)
  expect(looked.status).toBe(200)
  expect(await looked.text()).toContain('Nothing has changed yet')
  return (await fetch(product.url + path, form)).text()
}

test('a stolen session alone links no phone, copies nothing and makes no key', async () => {
  const anna = await signUp(product, 'anna')
  const phone = await linkPhone(product, anna, '15550107001')
  await ageSessions(db)
  const actions = [{ kind: 'forward', destinationIds: [] }]
  const acts: [string, string, unknown][] = [
    ['POST', '/api/destinations', { name: 'The thief’s' }],
    ['POST', `/api/destinations/${phone.id}/links`, {}],
    ['POST', '/api/exports', undefined],
    ['GET', `/api/exports/${phone.id}/file`, undefined],
    ['POST', '/api/keys', { name: 'k', scope: 'read', expiry: { days: 30 }, code: null }],
    ['POST', '/api/filters', { name: 'All', condition, actions }],
  ]
  for (const [method, path, body] of acts)
    expect([path, await anna.try(method, path, body)]).toMatchObject([path, { status: 403, body: { code: 'reauthentication_needed' } }])
  expect((await anna.try('PUT', '/auth/v1/user', { nonce: await mailedCode(product, anna) })).status).toBe(200)
  for (const [method, path, body] of acts.filter(([, path]) => !path.includes(phone.id)))
    expect([path, (await anna.try(method, path, body)).status]).toEqual([path, path === '/api/exports' ? 202 : 201])
})

test('only the first filter to a phone of today asks, and nobody is asked twice within ten minutes', async () => {
  const ben = await signUp(product, 'ben')
  const phone = await linkPhone(product, ben, '15550107002')
  const add = (name: string) =>
    ben.try('POST', '/api/filters', { name, condition, actions: [{ kind: 'forward', destinationIds: [phone.id] }] })
  await ageSessions(db, 9)
  expect((await add('First')).status).toBe(201)
  await ageSessions(db)
  expect((await add('Second')).status).toBe(201)
  expect(await loggedOf('filter.to_new_phone')).toBeGreaterThan(0)
})

test('each act is logged and told by an email, whose link takes it back and signs everybody out', async () => {
  const cleo = await signUp(product, 'cleo')
  const phone = await linkPhone(product, cleo, '15550107003', 'Not mine')
  const filter = await cleo.ask(filters.addFilterApi, 'POST', '/api/filters', {
    ...{ name: 'Everything', condition },
    actions: [{ kind: 'forward', destinationIds: [phone.id] }],
  })
  const { key, secret } = await cleo.ask(keys.addKeyApi, 'POST', '/api/keys', {
    name: 'k',
    scope: 'write',
    expiry: { days: 30 },
    code: null,
  })
  await cleo.ask(copies.startExportApi, 'POST', '/api/exports')
  const links = {
    phone: await undoPathOf(cleo, /Not mine \(.*\) now gets your email/),
    filter: await undoPathOf(cleo, /“Everything” now forwards to Not mine/),
    key: await undoPathOf(cleo, /New API key/),
    copy: await undoPathOf(cleo, /Someone requested a copy of your data/),
  }
  expect(await loggedOf('destination.linked')).toBeGreaterThan(0)

  expect(await undo(links.filter)).toContain('The filter is paused')
  expect((await cleo.try('GET', '/api/filters')).status).toBe(401)
  expect(await undo(links.phone)).toContain('The phone was removed')
  expect(await undo(links.key)).toContain('The API key was revoked')
  expect(await undo(links.copy)).toContain('The copy of your data is gone')
  expect(await db.selectFrom('destinations').select('id').where('id', '=', phone.id).execute()).toEqual([])
  expect(await db.selectFrom('filters').select('paused').where('id', '=', filter.id).executeTakeFirst()).toEqual({ paused: true })
  expect(await db.selectFrom('api_keys').select('revoked_at').where('id', '=', key.id).executeTakeFirst()).toMatchObject({
    revoked_at: expect.any(Date),
  })
  expect((await fetch(`${product.url}/api/filters`, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(401)
  expect(await loggedOf('account.change_undone')).toBe(4)
})

test('a new password is undone: whoever set it can no longer sign in, and a forged or old link does nothing', async () => {
  const dora = await signUp(product, 'dora')
  const password = 'the thief’s own words'
  expect((await dora.try('PUT', '/auth/v1/user', { password })).status).toBe(200)
  const signIn = () => dora.try('POST', '/auth/v1/token?grant_type=password', { email: dora.email, password })
  expect((await signIn()).status).toBe(200)
  const path = await undoPathOf(dora, /Your password was changed/)
  const forged = `${path.slice(0, -3)}AAA`
  expect((await fetch(product.url + forged, { method: 'POST', body: new URLSearchParams({ choice: 'undo' }) })).status).toBe(404)
  expect((await signIn()).status).toBe(200)
  expect(await undo(path)).toContain('The password is gone')
  expect(await signIn()).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
})
