// Tests the sandbox as a process: it prints its URL, survives being killed, and stops on request.
import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo, listenForWebhooks, until } from './sandbox.fixture.ts'

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

async function startProcess(serverUrl?: string) {
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, ...(serverUrl === undefined ? {} : { SERVER_URL: serverUrl }) }
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
    return output.includes('\n')
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  return { child, ended, output: () => output, errorOutput: () => errorOutput, ...connectTo(output.trim().replace('sandbox ', '')) }
}

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
