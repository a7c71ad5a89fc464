// Tests the faults that can be requested for the messages endpoint, as a caller sees them over HTTP.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { openSandbox, readError, until } from '../sandbox.fixture.ts'
import { phoneNumberId } from './credentials.ts'
import { faultShape, openFaults } from './faults.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const fault = (action: object, more: object = {}) => sandbox.sim('faults', { action, ...more })

test('accept-then-reset: the socket is reset, and the phone has the message once', async () => {
  await fault({ kind: 'accept-then-reset' })
  await expect(sandbox.sendText('x', { biz_opaque_callback_data: 'd1' })).rejects.toThrow()
  expect((await sandbox.received()).map(one => one.biz_opaque_callback_data)).toEqual(['d1'])
  await until(() => sandbox.webhooks.received.some(one => one.statuses[0]?.biz_opaque_callback_data === 'd1'))
  expect((await sandbox.sendText('y')).status).toBe(200)
})

test('reset: the socket is reset, and the phone has nothing', async () => {
  await fault({ kind: 'reset' })
  await expect(sandbox.sendText('x')).rejects.toThrow()
  expect(await sandbox.received()).toEqual([])
})

test('truncated-json: the 200 cannot be parsed, but the message was accepted', async () => {
  await fault({ kind: 'truncated-json' })
  const answer = await sandbox.sendText('x')
  expect([answer.status, answer.body]).toEqual([200, null])
  expect(answer.text).toContain('{"messaging_product"')
  expect((await sandbox.received()).length).toBe(1)
})

test('a page instead of JSON, and HTTP failures with and without JSON', async () => {
  await fault({ kind: 'html', status: 502 })
  const page = await sandbox.sendText('x')
  expect([page.status, page.text.startsWith('<!DOCTYPE html>')]).toEqual([502, true])
  await fault({ kind: 'http', status: 503 })
  expect(await sandbox.sendText('x')).toMatchObject({ status: 503, text: '' })
  await fault({ kind: 'http', status: 429, json: true })
  expect(await sandbox.sendText('x')).toMatchObject({ status: 429, body: { error: { is_transient: true } } })
  expect(await sandbox.received()).toEqual([])
})

test('reading our number fails only where a fault names it', async () => {
  await fault({ kind: 'html' }, { times: null })
  const readNumber = () => sandbox.api('GET', phoneNumberId)
  expect((await readNumber()).status).toBe(200)
  await fault({ kind: 'html' }, { times: null, match: { type: 'number' } })
  expect((await readNumber()).status).toBe(502)
})

test('a sync error is refused at once; an async error arrives as a failed status', async () => {
  await fault({ kind: 'error', code: 131057 })
  const refused = await sandbox.sendText('x')
  expect([refused.status, readError(refused).code]).toEqual([503, 131057])
  await fault({ kind: 'error', code: 130497, mode: 'async' })
  expect((await sandbox.sendText('x')).status).toBe(200)
  await until(() => sandbox.webhooks.received.some(one => one.statuses[0]?.status === 'failed'))
  const failed = sandbox.webhooks.received.flatMap(one => one.statuses).find(status => status.status === 'failed')
  expect(failed).toMatchObject({ errors: [{ code: 130497, title: expect.any(String), error_data: { details: expect.any(String) } }] })
  expect(await sandbox.received()).toEqual([])
})

test('hang: there is no response; with accept the phone has the message', async () => {
  await fault({ kind: 'hang' })
  const impatient = async () => {
    const signal = AbortSignal.timeout(100)
    const body = JSON.stringify({ messaging_product: 'whatsapp', to: '15550100777', type: 'text', text: { body: 'x' } })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox-token' }
    return fetch(`${sandbox.url}/v26.0/100000000000001/messages`, { method: 'POST', body, headers, signal })
  }
  await expect(impatient()).rejects.toThrow(/timeout|aborted/i)
  expect(await sandbox.received()).toEqual([])
  await fault({ kind: 'hang', accept: true })
  await expect(impatient()).rejects.toThrow(/timeout|aborted/i)
  expect((await sandbox.received()).length).toBe(1)
})

test('delay follows the clock of the sandbox', async () => {
  await fault({ kind: 'delay', ms: '10m' })
  const answer = sandbox.sendText('x')
  await until(async () => ((await sandbox.sim('requests')).body as { requests: unknown[] }).requests.length === 1)
  expect(await sandbox.received()).toEqual([])
  await sandbox.sim('clock', { advance: '10m' })
  expect((await answer).status).toBe(200)
})

test('a fault affects what it matches, as often as it says', async () => {
  await fault({ kind: 'error', code: 131000 }, { match: { to: '+15550100777', type: 'text' }, times: 2 })
  await sandbox.sim('phones/15550100188/messages', { text: 'hello' })
  expect((await sandbox.sendText('x', { to: '15550100188' })).status).toBe(200)
  const answers = [await sandbox.sendText('x'), await sandbox.sendText('x'), await sandbox.sendText('x')]
  expect(answers.map(answer => answer.status)).toEqual([500, 500, 200])
})

test('an unknown fault is refused', async () => {
  expect((await fault({ kind: 'gremlin' })).status).toBe(400)
})

test('the same seed causes the same faults', () => {
  const run = (seed: number) => {
    const faults = openFaults()
    const chance = seededRandom(seed)
    faults.add(faultShape.parse({ times: null, percent: 30, action: { kind: 'reset' } }))
    return Array.from({ length: 200 }, () => faults.takeForRequest({ to: '1', type: 'text' }, chance) !== null)
  }
  expect(run(7)).toEqual(run(7))
  expect(run(7)).not.toEqual(run(8))
  expect(run(7).filter(Boolean).length).toBeGreaterThan(40)
  expect(run(7).filter(Boolean).length).toBeLessThan(80)
})
