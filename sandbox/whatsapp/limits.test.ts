// Tests the number's limits: throughput, people per day outside the window, the allow list, and Direct Send.
import { afterEach, expect, test } from 'vitest'
import { openSandbox, readError, until } from '../sandbox.fixture.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
afterEach(() => sandbox.close())

const noVariables = { components: [{ type: 'BODY', text: 'You have a new email.' }] }
const template = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' } } }
const codesOf = async (answers: Promise<Parameters<typeof readError>[0]>[]) =>
  (await Promise.all(answers)).map(answer => (answer.status === 200 ? 200 : readError(answer).code))

test('a number sends only so many messages a second', async () => {
  sandbox = await openSandbox({ pairRate: false, throughput: 1, sentDelayMs: '1h', deliveredDelayMs: '1h' })
  await sandbox.sim('clock', { advance: '1m' })
  const codes = await codesOf(Array.from({ length: 20 }, () => sandbox.sendText('x')))
  const accepted = codes.filter(code => code === 200).length
  expect(new Set(codes)).toEqual(new Set([200, 130429]))
  // A busy machine takes a few seconds, in which a few more are allowed.
  expect(accepted).toBeGreaterThanOrEqual(1)
  expect(accepted).toBeLessThan(20)
  await sandbox.sim('clock', { advance: '2s' })
  expect((await sandbox.sendText('x')).status).toBe(200)
})

test('only so many people a day are reached outside the window, not counting those already reached or who have written', async () => {
  sandbox = await openSandbox({ dailyPeople: 2 })
  await sandbox.approve(noVariables)
  const sendTo = (lastDigit: number) => sandbox.sendText('', { ...template, to: `1555010010${lastDigit}` })
  expect(await codesOf([sendTo(1), sendTo(2)])).toEqual([200, 200])
  expect(readError(await sendTo(3)).code).toBe(131048)
  expect((await sendTo(1)).status).toBe(200)
  expect((await sandbox.sendText('', template)).status).toBe(200)
  await sandbox.sim('clock', { advance: '24h1s' })
  expect((await sendTo(3)).status).toBe(200)
})

test('a test number reaches only its allow list', async () => {
  sandbox = await openSandbox({ allowList: ['+15550100777'] })
  expect((await sandbox.sendText('x')).status).toBe(200)
  expect(readError(await sandbox.sendText('x', { to: '15550100188' })).code).toBe(131030)
})

test('Direct Send reaches people outside the window with free text, if the account has access', async () => {
  sandbox = await openSandbox()
  await sandbox.sim('clock', { advance: '25h' })
  const direct = { category: 'utility', ttl_seconds: 3600 }
  expect(readError(await sandbox.sendText('x', direct)).code).toBe(100)
  await sandbox.sim('settings', { directSend: 'on' })
  expect((await sandbox.sendText('x', direct)).status).toBe(200)
  await until(async () => (await sandbox.received())[0]?.state === 'delivered')
  expect((await sandbox.sim('costs')).body).toMatchObject({ billed: { utility: 1 }, free: {} })
  expect(readError(await sandbox.sendText('x', { category: 'marketing' })).code).toBe(100)
  expect(readError(await sandbox.sendText('x', { ...direct, ttl_seconds: 10 })).code).toBe(131009)
  await sandbox.sim('settings', { directSend: 'blocked' })
  expect(readError(await sandbox.sendText('x', direct)).code).toBe(139200)
})

test('every delivered message is billed, except for 72 hours after an ad', async () => {
  sandbox = await openSandbox()
  await sandbox.sendText('billed')
  await until(async () => (await sandbox.received())[0]?.state === 'delivered')
  await sandbox.sim('phones/15550100777/messages', { text: 'from the ad', advertisement: true })
  await sandbox.sim('clock', { advance: '70h' })
  await sandbox.sendText('free')
  await until(async () => (await sandbox.received())[1]?.state === 'delivered')
  expect((await sandbox.sim('costs')).body).toMatchObject({
    billed: { service: 1 },
    free: { service: 1 },
    lines: [{ type: 'regular' }, { type: 'free_entry_point' }],
  })
  expect(sandbox.webhooks.received.flatMap(one => one.messages).at(-1)).toMatchObject({ referral: { source_type: 'ad' } })
})

test('a message that waits longer than its lifetime is never delivered', async () => {
  sandbox = await openSandbox()
  await sandbox.approve({ ...noVariables, message_send_ttl_seconds: 3600 })
  await sandbox.sim('phones/15550100777/offline', {})
  await sandbox.sendText('', template)
  await until(async () => (await sandbox.received())[0]?.state === 'sent')
  await sandbox.sim('clock', { advance: '61m' })
  await sandbox.sendText('fresh')
  await sandbox.sim('phones/15550100777/online', {})
  await until(async () => (await sandbox.received())[1]?.state === 'delivered')
  expect((await sandbox.received()).map(one => one.state)).toEqual(['sent', 'delivered'])
  expect((await sandbox.sim('phones/15550100777')).body).toMatchObject({ bubbles: [{ text: 'hello' }, { text: 'fresh' }] })
})
