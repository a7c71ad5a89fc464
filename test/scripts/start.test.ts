// Tests that the stand-ins and the server are started and stopped together, however the process that started them ends.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildProject, type Project, type Running, untilHappened } from './project.ts'

const start = (project: Project, env: Record<string, string> = {}) => project.run(['node', 'scripts/start.mjs'], { PORT: '18999', ...env })

/** The parts that `happened` names as started, ended after the test whatever it found. */
async function untilStarted(project: Project): Promise<void> {
  await untilHappened(project, 'server started')
  const pids = project.happened().flatMap(line => / started (\d+)/.exec(line)?.[1] ?? [])
  onTestFinished(() => pids.forEach(endIfAlive))
}

function endIfAlive(pid: string): void {
  try {
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It has ended, as it should.
  }
}

const order = (project: Project) =>
  project
    .happened()
    .filter(line => !/^(npm|vite)/.test(line))
    .map(line => line.replace(/ started .*/, ' started'))
const settingsOf = (project: Project, name: string): unknown =>
  JSON.parse(/\{.*\}/.exec(project.happened().find(line => line.startsWith(`${name} started`)) ?? '')?.[0] ?? 'null')

async function expectOrderedStop(project: Project, running: Running): Promise<void> {
  expect(await running.ended).toBe(0)
  expect(order(project)).toEqual([
    'sandbox started',
    'server started',
    'server told by SIGTERM',
    'server stopped',
    'sandbox told by SIGTERM',
    'sandbox stopped',
  ])
}

test('the stand-ins are started first, and each part learns where the other is', async () => {
  const project = buildProject()
  const running = start(project)
  await untilStarted(project)
  expect(settingsOf(project, 'sandbox')).toEqual({
    PORT: '0',
    DATA_DIR: join(project.root, 'data', 'sandbox'),
    SERVER_URL: 'http://127.0.0.1:18999',
  })
  expect(settingsOf(project, 'server')).toEqual({
    PORT: '18999',
    DATA_DIR: join(project.root, 'data'),
    SANDBOX_URL: 'http://127.0.0.1:4242',
  })
  await expect.poll(() => running.said()).toContain('ready http://localhost:18999')
  running.process.kill('SIGTERM')
  await expectOrderedStop(project, running)
})

test.each(['SIGINT', 'SIGHUP'] as const)('%s lets the server drain before the stand-ins go', async signal => {
  const project = buildProject()
  const running = start(project)
  await untilStarted(project)
  running.process.kill(signal)
  running.process.kill(signal)
  await expectOrderedStop(project, running)
})

test('the server learns where the practice bank is', async () => {
  const project = buildProject()
  const running = start(project, { BILLING_PROVIDER: 'stripe' })
  await untilStarted(project)
  expect(settingsOf(project, 'server')).toMatchObject({ SANDBOX_URL: 'http://127.0.0.1:4242', STRIPE_URL: 'http://127.0.0.1:4343' })
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})

test('Ctrl+C, which reaches the whole group, stops the parts in the same order', async () => {
  const project = buildProject()
  const running = start(project)
  await untilStarted(project)
  process.kill(-(running.process.pid ?? 0), 'SIGINT')
  await expectOrderedStop(project, running)
})

test('when npm is gone and tells nobody, the parts stop all the same', async () => {
  const project = buildProject()
  const shell = project.run(['sh', '-c', 'node scripts/start.mjs; true'], { npm_lifecycle_event: 'start' })
  await untilStarted(project)
  shell.process.kill('SIGKILL')
  await untilHappened(project, 'sandbox stopped')
  expect(order(project).slice(2)).toEqual(['server told by SIGTERM', 'server stopped', 'sandbox told by SIGTERM', 'sandbox stopped'])
})

test('when the starting process is killed with -9, both parts hear it and stop', async () => {
  const project = buildProject()
  const running = start(project)
  await untilStarted(project)
  running.process.kill('SIGKILL')
  await untilHappened(project, 'server stopped')
  await untilHappened(project, 'sandbox stopped')
  expect(order(project)).toContain('server told by disconnect')
})

test.each([{ MODE: 'production' }, { SANDBOX_URL: 'http://127.0.0.1:1' }])('no stand-ins are started with %o', async settings => {
  const project = buildProject()
  const running = start(project, settings)
  await untilStarted(project)
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  expect(order(project)).toEqual(['server started', 'server told by SIGTERM', 'server stopped'])
})

test('stand-ins that do not start end everything with a sentence; a failed server gives its exit code', async () => {
  const project = buildProject()
  const broken = start(project, { FAIL: 'sandbox' })
  expect(await broken.ended).toBe(1)
  expect(broken.said()).toContain('The sandbox didn’t start (exit code 7).')
  expect(order(project)).toEqual([])
  const failed = start(project, { FAIL: 'server' })
  expect(await failed.ended).toBe(7)
  expect(order(project)).toEqual(['sandbox started', 'sandbox told by SIGTERM', 'sandbox stopped'])
})

test('a data folder that another process holds is refused before any part starts', async () => {
  const project = buildProject()
  project.write('data/mailferry.lock', `${process.pid} 1`)
  project.write('server/foundation/db/embedded/check-lock.ts', `console.error('held: ' + process.argv[2]); process.exitCode = 1`)
  const running = start(project)
  expect(await running.ended).toBe(1)
  expect(running.said()).toContain(`held: ${join(project.root, 'data')}`)
  expect(order(project)).toEqual([])
})
