// Misfortunes at the messages endpoint, as a caller meets them on the wire.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededChance } from '../chance.ts'
import { errorOf, openStage, until } from '../stage.ts'
import { faultShape, openFaults } from './faults.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const fault = (action: object, more: object = {}) => stage.sim('faults', { action, ...more })

test('accept-then-reset: the caller sees its socket reset, the phone has the message once', async () => {
  await fault({ kind: 'accept-then-reset' })
  await expect(stage.sendText('x', { biz_opaque_callback_data: 'd1' })).rejects.toThrow()
  expect((await stage.received()).map(one => one.biz_opaque_callback_data)).toEqual(['d1'])
  await until(() => stage.ear.heard.some(one => one.statuses[0]?.biz_opaque_callback_data === 'd1'))
  expect((await stage.sendText('y')).status).toBe(200)
})

test('reset: the socket breaks and the phone has nothing', async () => {
  await fault({ kind: 'reset' })
  await expect(stage.sendText('x')).rejects.toThrow()
  expect(await stage.received()).toEqual([])
})

test('truncated JSON: a 200 that cannot be read, the message was taken', async () => {
  await fault({ kind: 'truncated-json' })
  const answer = await stage.sendText('x')
  expect([answer.status, answer.body]).toEqual([200, null])
  expect(answer.text).toContain('{"messaging_product"')
  expect((await stage.received()).length).toBe(1)
})

test('a page instead of JSON, and HTTP failures with and without JSON', async () => {
  await fault({ kind: 'html', status: 502 })
  const page = await stage.sendText('x')
  expect([page.status, page.text.startsWith('<!DOCTYPE html>')]).toEqual([502, true])
  await fault({ kind: 'http', status: 503 })
  expect(await stage.sendText('x')).toMatchObject({ status: 503, text: '' })
  await fault({ kind: 'http', status: 429, json: true })
  expect(await stage.sendText('x')).toMatchObject({ status: 429, body: { error: { is_transient: true } } })
  expect(await stage.received()).toEqual([])
})

test('an error at once is refused; the same error later comes as a failed status', async () => {
  await fault({ kind: 'error', code: 131057 })
  const refused = await stage.sendText('x')
  expect([refused.status, errorOf(refused).code]).toEqual([503, 131057])
  await fault({ kind: 'error', code: 130497, mode: 'async' })
  expect((await stage.sendText('x')).status).toBe(200)
  await until(() => stage.ear.heard.some(one => one.statuses[0]?.status === 'failed'))
  const failed = stage.ear.heard.flatMap(one => one.statuses).find(status => status.status === 'failed')
  expect(failed).toMatchObject({ errors: [{ code: 130497, title: expect.any(String), error_data: { details: expect.any(String) } }] })
  expect(await stage.received()).toEqual([])
})

test('hang: nothing is answered; with accept the phone has the message', async () => {
  await fault({ kind: 'hang' })
  const impatient = async () => {
    const signal = AbortSignal.timeout(100)
    const body = JSON.stringify({ messaging_product: 'whatsapp', to: '15550100777', type: 'text', text: { body: 'x' } })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox-token' }
    return fetch(`${stage.url}/v26.0/100000000000001/messages`, { method: 'POST', body, headers, signal })
  }
  await expect(impatient()).rejects.toThrow(/timeout|aborted/i)
  expect(await stage.received()).toEqual([])
  await fault({ kind: 'hang', accept: true })
  await expect(impatient()).rejects.toThrow(/timeout|aborted/i)
  expect((await stage.received()).length).toBe(1)
})

test('delay waits on the sandbox’s clock', async () => {
  await fault({ kind: 'delay', ms: '10m' })
  const answer = stage.sendText('x')
  await until(async () => ((await stage.sim('requests')).body as { requests: unknown[] }).requests.length === 1)
  expect(await stage.received()).toEqual([])
  await stage.sim('clock', { advance: '10m' })
  expect((await answer).status).toBe(200)
})

test('a fault meets whom it names, as often as it says', async () => {
  await fault({ kind: 'error', code: 131000 }, { match: { to: '+15550100777', type: 'text' }, times: 2 })
  await stage.sim('phones/15550100188/messages', { text: 'hello' })
  expect((await stage.sendText('x', { to: '15550100188' })).status).toBe(200)
  const answers = [await stage.sendText('x'), await stage.sendText('x'), await stage.sendText('x')]
  expect(answers.map(answer => answer.status)).toEqual([500, 500, 200])
})

test('an unknown fault is refused with a sentence', async () => {
  expect((await fault({ kind: 'gremlin' })).status).toBe(400)
})

test('the same seed brings the same misfortunes', () => {
  const run = (seed: number) => {
    const faults = openFaults()
    const chance = seededChance(seed)
    faults.add(faultShape.parse({ times: null, percent: 30, action: { kind: 'reset' } }))
    return Array.from({ length: 200 }, () => faults.takeForRequest({ to: '1', type: 'text' }, chance) !== null)
  }
  expect(run(7)).toEqual(run(7))
  expect(run(7)).not.toEqual(run(8))
  expect(run(7).filter(Boolean).length).toBeGreaterThan(40)
  expect(run(7).filter(Boolean).length).toBeLessThan(80)
})
