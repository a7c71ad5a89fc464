// The account's own endpoints: what a guide checks before the first message, and what goes wrong when something is missing.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { errorOf, openEar, openStage, until } from '../../stage.ts'
import { accessToken, appId, appSecret, phoneNumberId, verifyToken, wabaId } from '../credentials.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const number = (path: string, body: object) => stage.api('POST', `${phoneNumberId}/${path}`, body)
const code = async () => z.object({ code: z.nullable(z.string()) }).parse((await stage.sim('account')).body).code

test('a number that is not registered cannot send until it is verified and registered with its PIN', async () => {
  expect((await number('deregister', {})).body).toEqual({ success: true })
  expect(errorOf(await stage.sendText('x')).code).toBe(133010)
  expect((await number('request_code', { code_method: 'SMS', language: 'en_US' })).body).toEqual({ success: true })
  expect(errorOf(await number('verify_code', { code: '000000' })).code).toBe(136025)
  expect((await number('verify_code', { code: await code() })).body).toEqual({ success: true })
  expect(errorOf(await number('register', { messaging_product: 'whatsapp', pin: '654321' })).code).toBe(133005)
  expect((await number('register', { messaging_product: 'whatsapp', pin: '123456' })).body).toEqual({ success: true })
  expect((await stage.sendText('x')).status).toBe(200)
})

test('registering ten times in 72 hours is the most', async () => {
  const register = () => number('register', { messaging_product: 'whatsapp', pin: '123456' })
  for (let count = 0; count < 10; count += 1) expect((await register()).status).toBe(200)
  expect(errorOf(await register()).code).toBe(133016)
  await stage.sim('clock', { advance: '73h' })
  expect((await register()).status).toBe(200)
})

test('the account names its number, the number its limit and throughput', async () => {
  expect((await stage.api('GET', `${wabaId}/phone_numbers`)).body).toMatchObject({ data: [{ id: phoneNumberId, quality_rating: 'GREEN' }] })
  expect((await stage.api('GET', `${wabaId}?fields=name,account_review_status`)).body).toMatchObject({ account_review_status: 'APPROVED' })
  const fields = 'whatsapp_business_manager_messaging_limit,throughput,status'
  const told = { whatsapp_business_manager_messaging_limit: 'TIER_250', throughput: { level: 'STANDARD' }, status: 'CONNECTED' }
  expect((await stage.api('GET', `${phoneNumberId}?fields=${fields}`)).body).toMatchObject(told)
})

test('without a subscription nothing is told; an address of its own is greeted first and then told', async () => {
  expect((await stage.api('GET', `${wabaId}/subscribed_apps`)).body).toMatchObject({
    data: [{ whatsapp_business_api_data: { id: appId } }],
  })
  await until(() => stage.ear.heard.length === 1)
  await stage.api('DELETE', `${wabaId}/subscribed_apps`)
  expect((await stage.api('GET', `${wabaId}/subscribed_apps`)).body).toEqual({ data: [] })
  await stage.sim('phones/15550100777/messages', { text: 'is anybody there?' })
  const hook = await openEar()
  const override = (token: string) =>
    stage.api('POST', `${wabaId}/subscribed_apps`, { override_callback_uri: hook.url, verify_token: token })
  expect(errorOf(await override('wrong')).code).toBe(2200)
  expect((await override(verifyToken)).body).toEqual({ success: true })
  await stage.sim('phones/15550100777/messages', { text: 'hello over there' })
  await until(() => hook.heard.length === 1)
  expect(hook.heard[0]?.body).toContain('hello over there')
  expect((await stage.api('POST', `${wabaId}/subscribed_apps`)).body).toEqual({ success: true })
  await stage.sim('phones/15550100777/messages', { text: 'back again' })
  await until(() => stage.ear.heard.length === 2)
  expect(stage.ear.heard[1]?.body).toContain('back again')
  await hook.close()
})

test('an address that is not on this machine is never called', async () => {
  const answer = await stage.api('POST', `${wabaId}/subscribed_apps`, { override_callback_uri: 'https://example.com/x', verify_token: 'x' })
  expect(errorOf(answer).code).toBe(2200)
})

test('a token is told with what it may do, and what it may not is refused', async () => {
  const debug = () => stage.api('GET', `debug_token?input_token=${accessToken}`)
  expect((await debug()).body).toMatchObject({
    data: { is_valid: true, app_id: appId, type: 'SYSTEM_USER', granular_scopes: [{ target_ids: [wabaId] }, {}] },
  })
  expect((await stage.api('GET', 'debug_token?input_token=other')).body).toMatchObject({ data: { is_valid: false } })
  await stage.sim('settings', { scopes: ['whatsapp_business_management'] })
  expect((await stage.sendText('x')).status).toBe(403)
  expect(errorOf(await stage.sendText('x')).code).toBe(10)
  await stage.sim('settings', { scopes: ['whatsapp_business_messaging'] })
  expect(errorOf(await stage.api('GET', `${wabaId}/message_templates`)).code).toBe(200)
  await stage.sim('tokens/revoke', {})
  expect((await debug()).body).toMatchObject({ data: { is_valid: false } })
})

test('a sign-up’s code becomes a token once, within 30 seconds', async () => {
  const give = async () => z.object({ code: z.string() }).parse((await stage.sim('sign-up-code', {})).body).code
  const exchange = (given: string, secret = appSecret) =>
    stage.call(`v26.0/oauth/access_token?client_id=${appId}&client_secret=${secret}&code=${given}`)
  const first = await give()
  expect((await exchange(first, 'other')).status).toBe(400)
  expect((await exchange(first)).body).toMatchObject({ access_token: accessToken })
  expect((await exchange(first)).status).toBe(400)
  const late = await give()
  await stage.sim('clock', { advance: '31s' })
  expect((await exchange(late)).status).toBe(400)
})

test('the profile keeps what is written and refuses what is too long', async () => {
  const path = `${phoneNumberId}/whatsapp_business_profile`
  expect(
    (await stage.api('POST', path, { messaging_product: 'whatsapp', about: 'Mail by phone', websites: ['https://example.com'] })).body,
  ).toEqual({ success: true })
  expect((await stage.api('GET', `${path}?fields=about,websites`)).body).toMatchObject({
    data: [{ about: 'Mail by phone', websites: ['https://example.com'] }],
  })
  for (const more of [
    { about: 'x'.repeat(140) },
    { websites: ['https://a.example', 'https://b.example', 'https://c.example'] },
    { mood: 'good' },
  ])
    expect(errorOf(await stage.api('POST', path, { messaging_product: 'whatsapp', ...more })).code).toBe(100)
})

test('whom the business has blocked writes into the void and gets nothing', async () => {
  const users = { messaging_product: 'whatsapp', block_users: [{ user: '+15550100777' }] }
  expect((await number('block_users', users)).body).toMatchObject({ block_users: { added_users: [{ wa_id: '15550100777' }] } })
  await until(() => stage.ear.heard.length === 1)
  await stage.sim('phones/15550100777/messages', { text: 'please' })
  await stage.sendText('x')
  await until(() => stage.ear.heard.flatMap(one => one.statuses).some(status => status.status === 'failed'))
  expect(stage.ear.heard.flatMap(one => one.messages).length).toBe(1)
  expect((await stage.api('DELETE', `${phoneNumberId}/block_users`, users)).status).toBe(200)
  expect((await stage.sendText('y')).status).toBe(200)
})

test('a ban locks the account and is told, also that it is over', async () => {
  await stage.sim('faults', { action: { kind: 'ban-account' } })
  const answer = await stage.sendText('x')
  expect([answer.status, errorOf(answer).code]).toEqual([403, 131031])
  await until(() => stage.ear.heard.some(one => one.body.includes('"waba_ban_state":"DISABLE"')))
  await stage.sim('account', { banned: false })
  expect((await stage.sendText('x')).status).toBe(200)
})

test('a fault may revoke the token or pause the template that it meets, for good', async () => {
  await stage.approve({ components: [{ type: 'BODY', text: 'You have a new e-mail.' }] })
  const template = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' } } }
  await stage.sim('faults', { match: { type: 'template' }, action: { kind: 'pause-template' } })
  expect(errorOf(await stage.sendText('', template)).code).toBe(132015)
  await stage.sim('faults', { match: { pnid: '999' }, action: { kind: 'revoke-token' } })
  expect((await stage.sendText('x')).status).toBe(200)
  await stage.sim('faults', { action: { kind: 'revoke-token' } })
  expect(errorOf(await stage.sendText('x')).code).toBe(190)
  expect(errorOf(await stage.sendText('x')).code).toBe(190)
})
