// The number's limits: messages a second, people a day outside the window, the test number's list, free words by Direct Send.
import { afterEach, expect, test } from 'vitest'
import { errorOf, openStage, until } from '../stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
afterEach(() => stage.close())

const noVariables = { components: [{ type: 'BODY', text: 'You have a new e-mail.' }] }
const template = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' } } }
const codesOf = async (answers: Promise<Parameters<typeof errorOf>[0]>[]) =>
  (await Promise.all(answers)).map(answer => (answer.status === 200 ? 200 : errorOf(answer).code))

test('a number sends so many a second', async () => {
  stage = await openStage({ pairRate: false, throughput: 1, sentDelayMs: '1h', deliveredDelayMs: '1h' })
  await stage.sim('clock', { advance: '1m' })
  const codes = await codesOf(Array.from({ length: 20 }, () => stage.sendText('x')))
  const taken = codes.filter(code => code === 200).length
  expect(new Set(codes)).toEqual(new Set([200, 130429]))
  // A busy machine takes a few seconds for them, in which a few more may go.
  expect(taken).toBeGreaterThanOrEqual(1)
  expect(taken).toBeLessThan(20)
  await stage.sim('clock', { advance: '2s' })
  expect((await stage.sendText('x')).status).toBe(200)
})

test('so many people a day are reached outside the window; who has been or has written counts no more', async () => {
  stage = await openStage({ dailyPeople: 2 })
  await stage.approve(noVariables)
  const to = (last: number) => stage.sendText('', { ...template, to: `1555010010${last}` })
  expect(await codesOf([to(1), to(2)])).toEqual([200, 200])
  expect(errorOf(await to(3)).code).toBe(131048)
  expect((await to(1)).status).toBe(200)
  expect((await stage.sendText('', template)).status).toBe(200)
  await stage.sim('clock', { advance: '24h1s' })
  expect((await to(3)).status).toBe(200)
})

test('a test number reaches its list alone', async () => {
  stage = await openStage({ allowList: ['+15550100777'] })
  expect((await stage.sendText('x')).status).toBe(200)
  expect(errorOf(await stage.sendText('x', { to: '15550100188' })).code).toBe(131030)
})

test('Direct Send reaches people outside the window with free words, where the account may', async () => {
  stage = await openStage()
  await stage.sim('clock', { advance: '25h' })
  const direct = { category: 'utility', ttl_seconds: 3600 }
  expect(errorOf(await stage.sendText('x', direct)).code).toBe(100)
  await stage.sim('settings', { directSend: 'on' })
  expect((await stage.sendText('x', direct)).status).toBe(200)
  await until(async () => (await stage.received())[0]?.state === 'delivered')
  expect((await stage.sim('costs')).body).toMatchObject({ billed: { utility: 1 }, free: {} })
  expect(errorOf(await stage.sendText('x', { category: 'marketing' })).code).toBe(100)
  expect(errorOf(await stage.sendText('x', { ...direct, ttl_seconds: 10 })).code).toBe(131009)
  await stage.sim('settings', { directSend: 'blocked' })
  expect(errorOf(await stage.sendText('x', direct)).code).toBe(139200)
})

test('every delivered message is billed, but not for 72 hours after an advertisement', async () => {
  stage = await openStage()
  await stage.sendText('billed')
  await until(async () => (await stage.received())[0]?.state === 'delivered')
  await stage.sim('phones/15550100777/messages', { text: 'from the ad', advertisement: true })
  await stage.sim('clock', { advance: '70h' })
  await stage.sendText('free')
  await until(async () => (await stage.received())[1]?.state === 'delivered')
  expect((await stage.sim('costs')).body).toMatchObject({
    billed: { service: 1 },
    free: { service: 1 },
    lines: [{ type: 'regular' }, { type: 'free_entry_point' }],
  })
  expect(stage.ear.heard.flatMap(one => one.messages).at(-1)).toMatchObject({ referral: { source_type: 'ad' } })
})

test('what waits longer than its lifetime is never delivered', async () => {
  stage = await openStage()
  await stage.approve({ ...noVariables, message_send_ttl_seconds: 3600 })
  await stage.sim('phones/15550100777/offline', {})
  await stage.sendText('', template)
  await until(async () => (await stage.received())[0]?.state === 'sent')
  await stage.sim('clock', { advance: '61m' })
  await stage.sendText('fresh')
  await stage.sim('phones/15550100777/online', {})
  await until(async () => (await stage.received())[1]?.state === 'delivered')
  expect((await stage.received()).map(one => one.state)).toEqual(['sent', 'delivered'])
  expect((await stage.sim('phones/15550100777')).body).toMatchObject({ bubbles: [{ text: 'hello' }, { text: 'fresh' }] })
})
