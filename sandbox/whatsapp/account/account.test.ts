// Tests the account's endpoints: what a setup guide checks before the first message, and the errors for missing steps.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { listenForWebhooks, openSandbox, readError, until } from '../../sandbox.fixture.ts'
import { accessToken, appId, appSecret, phoneNumberId, verifyToken, wabaId } from '../credentials.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const callNumber = (path: string, body: object) => sandbox.api('POST', `${phoneNumberId}/${path}`, body)
const readCode = async () => z.object({ code: z.nullable(z.string()) }).parse((await sandbox.sim('account')).body).code

test('a number that is not registered cannot send until it is verified and registered with its PIN', async () => {
  expect((await callNumber('deregister', {})).body).toEqual({ success: true })
  expect(readError(await sandbox.sendText('x')).code).toBe(133010)
  expect((await callNumber('request_code', { code_method: 'SMS', language: 'en_US' })).body).toEqual({ success: true })
  expect(readError(await callNumber('verify_code', { code: '000000' })).code).toBe(136025)
  expect((await callNumber('verify_code', { code: await readCode() })).body).toEqual({ success: true })
  expect(readError(await callNumber('register', { messaging_product: 'whatsapp', pin: '654321' })).code).toBe(133005)
  expect((await callNumber('register', { messaging_product: 'whatsapp', pin: '123456' })).body).toEqual({ success: true })
  expect((await sandbox.sendText('x')).status).toBe(200)
})

test('a number can be registered at most ten times in 72 hours', async () => {
  const register = () => callNumber('register', { messaging_product: 'whatsapp', pin: '123456' })
  for (let count = 0; count < 10; count += 1) expect((await register()).status).toBe(200)
  expect(readError(await register()).code).toBe(133016)
  await sandbox.sim('clock', { advance: '73h' })
  expect((await register()).status).toBe(200)
})

test('the account lists its number, and the number its limit and throughput', async () => {
  expect((await sandbox.api('GET', `${wabaId}/phone_numbers`)).body).toMatchObject({
    data: [{ id: phoneNumberId, quality_rating: 'GREEN' }],
  })
  expect((await sandbox.api('GET', `${wabaId}?fields=name,account_review_status`)).body).toMatchObject({
    account_review_status: 'APPROVED',
  })
  const fields = 'whatsapp_business_manager_messaging_limit,throughput,status'
  const expected = { whatsapp_business_manager_messaging_limit: 'TIER_250', throughput: { level: 'STANDARD' }, status: 'CONNECTED' }
  expect((await sandbox.api('GET', `${phoneNumberId}?fields=${fields}`)).body).toMatchObject(expected)
})

test('without a subscription there are no webhooks; an override URL is verified first and then gets them', async () => {
  expect((await sandbox.api('GET', `${wabaId}/subscribed_apps`)).body).toMatchObject({
    data: [{ whatsapp_business_api_data: { id: appId } }],
  })
  await until(() => sandbox.webhooks.received.length === 1)
  await sandbox.api('DELETE', `${wabaId}/subscribed_apps`)
  expect((await sandbox.api('GET', `${wabaId}/subscribed_apps`)).body).toEqual({ data: [] })
  await sandbox.sim('phones/15550100777/messages', { text: 'is anybody there?' })
  const callback = await listenForWebhooks()
  const override = (token: string) =>
    sandbox.api('POST', `${wabaId}/subscribed_apps`, { override_callback_uri: callback.url, verify_token: token })
  expect(readError(await override('wrong')).code).toBe(2200)
  expect((await override(verifyToken)).body).toEqual({ success: true })
  await sandbox.sim('phones/15550100777/messages', { text: 'hello over there' })
  await until(() => callback.received.length === 1)
  expect(callback.received[0]?.body).toContain('hello over there')
  expect((await sandbox.api('POST', `${wabaId}/subscribed_apps`)).body).toEqual({ success: true })
  await sandbox.sim('phones/15550100777/messages', { text: 'back again' })
  await until(() => sandbox.webhooks.received.length === 2)
  expect(sandbox.webhooks.received[1]?.body).toContain('back again')
  await callback.close()
})

test('a URL that is not on this machine is never called', async () => {
  const answer = await sandbox.api('POST', `${wabaId}/subscribed_apps`, {
    override_callback_uri: 'https://example.com/x',
    verify_token: 'x',
  })
  expect(readError(answer).code).toBe(2200)
})

test('a token is described with its scopes, and calls outside of them are refused', async () => {
  const debug = () => sandbox.api('GET', `debug_token?input_token=${accessToken}`)
  expect((await debug()).body).toMatchObject({
    data: { is_valid: true, app_id: appId, type: 'SYSTEM_USER', granular_scopes: [{ target_ids: [wabaId] }, {}] },
  })
  expect((await sandbox.api('GET', 'debug_token?input_token=other')).body).toMatchObject({ data: { is_valid: false } })
  await sandbox.sim('settings', { scopes: ['whatsapp_business_management'] })
  expect((await sandbox.sendText('x')).status).toBe(403)
  expect(readError(await sandbox.sendText('x')).code).toBe(10)
  await sandbox.sim('settings', { scopes: ['whatsapp_business_messaging'] })
  expect(readError(await sandbox.api('GET', `${wabaId}/message_templates`)).code).toBe(200)
  await sandbox.sim('tokens/revoke', {})
  expect((await debug()).body).toMatchObject({ data: { is_valid: false } })
})

test('a sign-up’s code becomes a token once, within 30 seconds', async () => {
  const requestCode = async () => z.object({ code: z.string() }).parse((await sandbox.sim('sign-up-code', {})).body).code
  const exchange = (signUpCode: string, secret = appSecret) =>
    sandbox.call(`v26.0/oauth/access_token?client_id=${appId}&client_secret=${secret}&code=${signUpCode}`)
  const first = await requestCode()
  expect((await exchange(first, 'other')).status).toBe(400)
  expect((await exchange(first)).body).toMatchObject({ access_token: accessToken })
  expect((await exchange(first)).status).toBe(400)
  const expiredCode = await requestCode()
  await sandbox.sim('clock', { advance: '31s' })
  expect((await exchange(expiredCode)).status).toBe(400)
})

test('the profile stores valid fields and rejects those that are too long', async () => {
  const path = `${phoneNumberId}/whatsapp_business_profile`
  expect(
    (await sandbox.api('POST', path, { messaging_product: 'whatsapp', about: 'Mail by phone', websites: ['https://example.com'] })).body,
  ).toEqual({ success: true })
  expect((await sandbox.api('GET', `${path}?fields=about,websites`)).body).toMatchObject({
    data: [{ about: 'Mail by phone', websites: ['https://example.com'] }],
  })
  for (const change of [
    { about: 'x'.repeat(140) },
    { websites: ['https://a.example', 'https://b.example', 'https://c.example'] },
    { mood: 'good' },
  ])
    expect(readError(await sandbox.api('POST', path, { messaging_product: 'whatsapp', ...change })).code).toBe(100)
})

test('a person blocked by the business neither reaches it nor receives anything', async () => {
  const users = { messaging_product: 'whatsapp', block_users: [{ user: '+15550100777' }] }
  expect((await callNumber('block_users', users)).body).toMatchObject({ block_users: { added_users: [{ wa_id: '15550100777' }] } })
  await until(() => sandbox.webhooks.received.length === 1)
  await sandbox.sim('phones/15550100777/messages', { text: 'please' })
  await sandbox.sendText('x')
  await until(() => sandbox.webhooks.received.flatMap(one => one.statuses).some(status => status.status === 'failed'))
  expect(sandbox.webhooks.received.flatMap(one => one.messages).length).toBe(1)
  expect((await sandbox.api('DELETE', `${phoneNumberId}/block_users`, users)).status).toBe(200)
  expect((await sandbox.sendText('y')).status).toBe(200)
})

test('a ban locks the account; its start and end are reported', async () => {
  await sandbox.sim('faults', { action: { kind: 'ban-account' } })
  const answer = await sandbox.sendText('x')
  expect([answer.status, readError(answer).code]).toEqual([403, 131031])
  await until(() => sandbox.webhooks.received.some(one => one.body.includes('"waba_ban_state":"DISABLE"')))
  await sandbox.sim('account', { banned: false })
  expect((await sandbox.sendText('x')).status).toBe(200)
})

test('a fault may permanently revoke the token or pause the template it affects', async () => {
  await sandbox.approve({ components: [{ type: 'BODY', text: 'You have a new email.' }] })
  const template = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' } } }
  await sandbox.sim('faults', { match: { type: 'template' }, action: { kind: 'pause-template' } })
  expect(readError(await sandbox.sendText('', template)).code).toBe(132015)
  await sandbox.sim('faults', { match: { pnid: '999' }, action: { kind: 'revoke-token' } })
  expect((await sandbox.sendText('x')).status).toBe(200)
  await sandbox.sim('faults', { action: { kind: 'revoke-token' } })
  expect(readError(await sandbox.sendText('x')).code).toBe(190)
  expect(readError(await sandbox.sendText('x')).code).toBe(190)
})
