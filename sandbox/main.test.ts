// Tests the sandbox as a process: it prints its URL, survives being killed, and stops on request.
import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo, listenForWebhooks, until } from './sandbox.fixture.ts'
import { callSim, stripeClient } from './stripe/stripe.fixture.ts'

let folder: string
let running: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  rmSync(folder, { recursive: true, force: true })
})

async function startProcess(serverUrl?: string, more: Record<string, string> = {}) {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: folder,
    ...(serverUrl === undefined ? {} : { SERVER_URL: serverUrl }),
    ...more,
  }
  const child = fork(new URL('main.ts', import.meta.url), { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  running.push(child)
  let output = ''
  let errorOutput = ''
  child.stdout?.on('data', chunk => {
    output += chunk
  })
  child.stderr?.on('data', chunk => {
    errorOutput += chunk
  })
  await until(() => {
    if (child.exitCode !== null) throw new Error(errorOutput)
    return /^sandbox .*\n/m.test(output)
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  return {
    child,
    ended,
    output: () => output,
    errorOutput: () => errorOutput,
    ...connectTo(urlIn(output, 'sandbox')),
    stripeUrl: urlIn(output, 'stripe'),
  }
}

const urlIn = (output: string, name: string): string => new RegExp(`^${name} (\\S+)$`, 'm').exec(output)?.[1] ?? ''

test('it prints exactly one line and stops on SIGTERM', async () => {
  const sandbox = await startProcess()
  expect(sandbox.output()).toMatch(/^sandbox http:\/\/127\.0\.0\.1:\d+\n$/)
  expect((await sandbox.call('phone/')).status).toBe(200)
  sandbox.child.kill('SIGTERM')
  expect(await sandbox.ended).toBe(0)
  expect([sandbox.output().split('\n').length, sandbox.errorOutput()]).toEqual([2, ''])
})

test('it stops when its parent exits', async () => {
  const sandbox = await startProcess()
  sandbox.child.disconnect()
  expect(await sandbox.ended).toBe(0)
})

test('kill -9 loses no chat, no clock and no unacknowledged webhook', async () => {
  const first = await startProcess('http://127.0.0.1:9')
  await first.sim('clock', { advance: '3h' })
  await first.sim('phones/15550100777/messages', { text: 'hello' })
  await first.sendText('before the end', { biz_opaque_callback_data: 'd1' })
  first.child.kill('SIGKILL')
  await first.ended
  appendFileSync(join(folder, 'whatsapp.jsonl'), '{"kind":"arri')
  const webhooks = await listenForWebhooks()
  const second = await startProcess(new URL(webhooks.url).origin)
  expect((await second.received()).map(webhook => webhook.text)).toEqual(['before the end'])
  expect((await second.sim('clock')).body).toMatchObject({ offsetMs: 3 * 3_600_000 })
  await until(() => webhooks.received.some(webhook => webhook.messages[0]?.type === 'text'))
  await until(() => webhooks.received.flatMap(webhook => webhook.statuses).some(status => status.status === 'delivered'))
  await second.sendText('after it')
  for (const line of readFileSync(join(folder, 'whatsapp.jsonl'), 'utf8').trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  await webhooks.close()
})

test('the practice bank runs only where Stripe is used and has no other address', async () => {
  const sandbox = await startProcess(undefined, { BILLING_PROVIDER: 'stripe' })
  expect(sandbox.output()).toMatch(/^stripe http:\/\/127\.0\.0\.1:\d+\nsandbox http:\/\/127\.0\.0\.1:\d+\n$/)
  const elsewhere = await startProcess(undefined, {
    BILLING_PROVIDER: 'stripe',
    STRIPE_URL: 'http://127.0.0.1:9',
    DATA_DIR: join(folder, 'b'),
  })
  const invoices = await startProcess(undefined, { BILLING_PROVIDER: 'invoice', DATA_DIR: join(folder, 'c') })
  expect([elsewhere.stripeUrl, invoices.stripeUrl]).toEqual(['', ''])
  sandbox.child.kill('SIGTERM')
  expect([await sandbox.ended, sandbox.errorOutput()]).toEqual([0, ''])
})

test('the clock of the practice bank is that of the phones, and both survive kill -9 with the bank’s address and objects', async () => {
  const first = await startProcess(undefined, { BILLING_PROVIDER: 'stripe' })
  await callSim(first.stripeUrl, 'clock', { advance: '3h' })
  expect((await first.sim('clock')).body).toMatchObject({ offsetMs: 3 * 3_600_000 })
  await first.sim('clock', { advance: '1h' })
  expect((await callSim(first.stripeUrl, 'clock')).body).toMatchObject({ offsetMs: 4 * 3_600_000 })
  const { id } = await stripeClient(first.stripeUrl).customers.create({ name: 'Ada' })
  first.child.kill('SIGKILL')
  await first.ended
  const second = await startProcess(undefined, { BILLING_PROVIDER: 'stripe' })
  expect(second.stripeUrl).toBe(first.stripeUrl)
  expect((await callSim(second.stripeUrl, 'clock')).body).toMatchObject({ offsetMs: 4 * 3_600_000 })
  expect(await stripeClient(second.stripeUrl).customers.retrieve(id)).toMatchObject({ name: 'Ada' })
})
