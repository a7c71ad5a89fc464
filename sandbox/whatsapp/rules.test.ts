// The rules that bind a business: 24 hours, pair rate, a person who blocked it, a phone without a network.
import { afterEach, expect, test } from 'vitest'
import { errorOf, mailTemplate, openStage, until } from '../stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
afterEach(() => stage.close())

const failures = () => stage.ear.heard.flatMap(one => one.statuses).filter(status => status.status === 'failed')

test('a text outside the 24 hours is accepted and fails with 131047; a template passes', async () => {
  stage = await openStage()
  await stage.sim('clock', { advance: '23h59m' })
  expect((await stage.sendText('in time')).status).toBe(200)
  await stage.sim('clock', { advance: '2m' })
  expect((await stage.sendText('too late', { biz_opaque_callback_data: 'late' })).status).toBe(200)
  await until(() => failures().length === 1)
  expect(failures()[0]).toMatchObject({ biz_opaque_callback_data: 'late', errors: [{ code: 131047 }] })
  await stage.approve(mailTemplate)
  const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Ann' }] }]
  const template = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components } }
  expect((await stage.sendText('', template)).status).toBe(200)
  expect((await stage.received()).map(one => one.text)).toEqual(['in time', 'A new e-mail from Ann has arrived for you.'])
  await stage.sim('phones/15550100777/messages', { text: 'open again' })
  await stage.sendText('in time again')
  expect((await stage.received()).at(-1)?.text).toBe('in time again')
})

test('the window may refuse at once, or be switched off', async () => {
  stage = await openStage({ window: 'sync' })
  const stranger = { to: '15550100199' }
  const refused = await stage.sendText('x', stranger)
  expect([refused.status, errorOf(refused).code]).toEqual([400, 131047])
  await stage.sim('settings', { window: 'off' })
  expect((await stage.sendText('x', stranger)).status).toBe(200)
  expect((await stage.received()).map(one => one.to)).toEqual(['15550100199'])
})

test('after 45 messages one person gets one more each 6 seconds, another is free', async () => {
  stage = await openStage({ sentDelayMs: 60_000, deliveredDelayMs: 60_000 })
  await stage.sim('phones/15550100188/messages', { text: 'hello' })
  for (let count = 0; count < 45; count += 1) expect((await stage.sendText('x')).status).toBe(200)
  expect(errorOf(await stage.sendText('x')).code).toBe(131056)
  expect((await stage.sendText('x', { to: '15550100188' })).status).toBe(200)
  await stage.sim('clock', { advance: '7s' })
  expect((await stage.sendText('x')).status).toBe(200)
  expect(errorOf(await stage.sendText('x')).code).toBe(131056)
  await stage.sim('settings', { pairRate: false })
  expect((await stage.sendText('x')).status).toBe(200)
})

test('a person who blocked the business gets nothing, and the business hears 131026', async () => {
  stage = await openStage()
  await stage.sim('phones/15550100777/block', {})
  expect((await stage.sendText('x')).status).toBe(200)
  await until(() => failures().length === 1)
  expect(failures()[0]).toMatchObject({ errors: [{ code: 131026 }] })
  expect((await stage.sim('phones/15550100777/messages', { text: 'x' })).status).toBe(409)
  await stage.sim('phones/15550100777/unblock', {})
  await stage.sendText('y')
  expect((await stage.received()).map(one => one.text)).toEqual(['y'])
})

test('a phone without a network gets its messages when it is back', async () => {
  stage = await openStage()
  await stage.sim('phones/15550100777/offline', {})
  await stage.sendText('x')
  await until(async () => (await stage.received())[0]?.state === 'sent')
  await stage.sim('clock', { advance: '1h' })
  expect((await stage.received())[0]?.state).toBe('sent')
  await stage.sim('phones/15550100777/online', {})
  expect((await stage.received())[0]?.state).toBe('delivered')
})

test('reset forgets the chats and keeps the time', async () => {
  stage = await openStage()
  await stage.sendText('x')
  await stage.sim('clock', { advance: '25h' })
  expect((await stage.sim('reset', {})).status).toBe(204)
  expect(await stage.received()).toEqual([])
  expect((await stage.sim('clock')).body).toMatchObject({ offsetMs: 25 * 3_600_000 })
  expect((await stage.sim('phones')).body).toMatchObject({ phones: [{ wa: '15550100777', last: null }] })
})
