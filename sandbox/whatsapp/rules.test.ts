// Tests the rules for businesses: the 24-hour window, the pair rate, blocking, and offline phones.
import { afterEach, expect, test } from 'vitest'
import { mailTemplate, openSandbox, readError, until } from '../sandbox.fixture.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
afterEach(() => sandbox.close())

const failures = () => sandbox.webhooks.received.flatMap(one => one.statuses).filter(status => status.status === 'failed')

test('a text outside the 24-hour window is accepted and fails with 131047; a template passes', async () => {
  sandbox = await openSandbox()
  await sandbox.sim('clock', { advance: '23h59m' })
  expect((await sandbox.sendText('in time')).status).toBe(200)
  await sandbox.sim('clock', { advance: '2m' })
  expect((await sandbox.sendText('too late', { biz_opaque_callback_data: 'late' })).status).toBe(200)
  await until(() => failures().length === 1)
  expect(failures()[0]).toMatchObject({ biz_opaque_callback_data: 'late', errors: [{ code: 131047 }] })
  await sandbox.approve(mailTemplate)
  const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Ann' }] }]
  const template = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components } }
  expect((await sandbox.sendText('', template)).status).toBe(200)
  expect((await sandbox.received()).map(one => one.text)).toEqual(['in time', 'A new e-mail from Ann has arrived for you.'])
  await sandbox.sim('phones/15550100777/messages', { text: 'open again' })
  await sandbox.sendText('in time again')
  expect((await sandbox.received()).at(-1)?.text).toBe('in time again')
})

test('the window may refuse messages at once, or be switched off', async () => {
  sandbox = await openSandbox({ window: 'sync' })
  const stranger = { to: '15550100199' }
  const refused = await sandbox.sendText('x', stranger)
  expect([refused.status, readError(refused).code]).toEqual([400, 131047])
  await sandbox.sim('settings', { window: 'off' })
  expect((await sandbox.sendText('x', stranger)).status).toBe(200)
  expect((await sandbox.received()).map(one => one.to)).toEqual(['15550100199'])
})

test('after 45 messages one person gets one more every 6 seconds, independently of others', async () => {
  sandbox = await openSandbox({ sentDelayMs: 60_000, deliveredDelayMs: 60_000 })
  await sandbox.sim('phones/15550100188/messages', { text: 'hello' })
  for (let count = 0; count < 45; count += 1) expect((await sandbox.sendText('x')).status).toBe(200)
  expect(readError(await sandbox.sendText('x')).code).toBe(131056)
  expect((await sandbox.sendText('x', { to: '15550100188' })).status).toBe(200)
  await sandbox.sim('clock', { advance: '7s' })
  expect((await sandbox.sendText('x')).status).toBe(200)
  expect(readError(await sandbox.sendText('x')).code).toBe(131056)
  await sandbox.sim('settings', { pairRate: false })
  expect((await sandbox.sendText('x')).status).toBe(200)
})

test('a person who blocked the business gets nothing, and the business gets error 131026', async () => {
  sandbox = await openSandbox()
  await sandbox.sim('phones/15550100777/block', {})
  expect((await sandbox.sendText('x')).status).toBe(200)
  await until(() => failures().length === 1)
  expect(failures()[0]).toMatchObject({ errors: [{ code: 131026 }] })
  expect((await sandbox.sim('phones/15550100777/messages', { text: 'x' })).status).toBe(409)
  await sandbox.sim('phones/15550100777/unblock', {})
  await sandbox.sendText('y')
  expect((await sandbox.received()).map(one => one.text)).toEqual(['y'])
})

test('an offline phone gets its messages when it is online again', async () => {
  sandbox = await openSandbox()
  await sandbox.sim('phones/15550100777/offline', {})
  await sandbox.sendText('x')
  await until(async () => (await sandbox.received())[0]?.state === 'sent')
  await sandbox.sim('clock', { advance: '1h' })
  expect((await sandbox.received())[0]?.state).toBe('sent')
  await sandbox.sim('phones/15550100777/online', {})
  expect((await sandbox.received())[0]?.state).toBe('delivered')
})

test('reset deletes the chats and keeps the time', async () => {
  sandbox = await openSandbox()
  await sandbox.sendText('x')
  await sandbox.sim('clock', { advance: '25h' })
  expect((await sandbox.sim('reset', {})).status).toBe(204)
  expect(await sandbox.received()).toEqual([])
  expect((await sandbox.sim('clock')).body).toMatchObject({ offsetMs: 25 * 3_600_000 })
  expect((await sandbox.sim('phones')).body).toMatchObject({ phones: [{ wa: '15550100777', last: null }] })
})
