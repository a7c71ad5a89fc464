// How the parts are started and stopped, whatever ends the process that started them.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildHouse, type House, type Running, untilHappened } from './house.ts'

const start = (house: House, env: Record<string, string> = {}) => house.run(['node', 'scripts/start.mjs'], { PORT: '18999', ...env })

/** The parts that `happened` names as started, ended after the test whatever it found. */
async function untilStarted(house: House): Promise<void> {
  await untilHappened(house, 'server started')
  const pids = house.happened().flatMap(line => / started (\d+)/.exec(line)?.[1] ?? [])
  onTestFinished(() => pids.forEach(endIfAlive))
}

function endIfAlive(pid: string): void {
  try {
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It has ended, as it should.
  }
}

const order = (house: House) =>
  house
    .happened()
    .filter(line => !/^(npm|vite)/.test(line))
    .map(line => line.replace(/ started .*/, ' started'))
const settingsOf = (house: House, name: string): unknown =>
  JSON.parse(/\{.*\}/.exec(house.happened().find(line => line.startsWith(`${name} started`)) ?? '')?.[0] ?? 'null')

async function expectOrderedStop(house: House, running: Running): Promise<void> {
  expect(await running.ended).toBe(0)
  expect(order(house)).toEqual([
    'sandbox started',
    'server started',
    'server told by SIGTERM',
    'server stopped',
    'sandbox told by SIGTERM',
    'sandbox stopped',
  ])
}

test('the stand-ins are started first, and each part learns where the other is', async () => {
  const house = buildHouse()
  const running = start(house)
  await untilStarted(house)
  expect(settingsOf(house, 'sandbox')).toEqual({
    PORT: '0',
    DATA_DIR: join(house.root, 'data', 'sandbox'),
    SERVER_URL: 'http://127.0.0.1:18999',
  })
  expect(settingsOf(house, 'server')).toEqual({ PORT: '18999', DATA_DIR: join(house.root, 'data'), SANDBOX_URL: 'http://127.0.0.1:4242' })
  await expect.poll(() => running.said()).toContain('ready http://localhost:18999')
  running.process.kill('SIGTERM')
  await expectOrderedStop(house, running)
})

test.each(['SIGINT', 'SIGHUP'] as const)('%s lets the server drain before the stand-ins go', async signal => {
  const house = buildHouse()
  const running = start(house)
  await untilStarted(house)
  running.process.kill(signal)
  running.process.kill(signal)
  await expectOrderedStop(house, running)
})

test('Ctrl+C, which reaches the whole group, stops the parts in the same order', async () => {
  const house = buildHouse()
  const running = start(house)
  await untilStarted(house)
  process.kill(-(running.process.pid ?? 0), 'SIGINT')
  await expectOrderedStop(house, running)
})

test('when npm is gone and tells nobody, the parts stop all the same', async () => {
  const house = buildHouse()
  const shell = house.run(['sh', '-c', 'node scripts/start.mjs; true'], { npm_lifecycle_event: 'start' })
  await untilStarted(house)
  shell.process.kill('SIGKILL')
  await untilHappened(house, 'sandbox stopped')
  expect(order(house).slice(2)).toEqual(['server told by SIGTERM', 'server stopped', 'sandbox told by SIGTERM', 'sandbox stopped'])
})

test('when the starting process is killed with -9, both parts hear it and stop', async () => {
  const house = buildHouse()
  const running = start(house)
  await untilStarted(house)
  running.process.kill('SIGKILL')
  await untilHappened(house, 'server stopped')
  await untilHappened(house, 'sandbox stopped')
  expect(order(house)).toContain('server told by disconnect')
})

test.each([{ MODE: 'production' }, { SANDBOX_URL: 'http://127.0.0.1:1' }])('no stand-ins are started with %o', async settings => {
  const house = buildHouse()
  const running = start(house, settings)
  await untilStarted(house)
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  expect(order(house)).toEqual(['server started', 'server told by SIGTERM', 'server stopped'])
})

test('stand-ins that do not start end everything with a sentence; a failed server gives its exit code', async () => {
  const house = buildHouse()
  const broken = start(house, { FAIL: 'sandbox' })
  expect(await broken.ended).toBe(1)
  expect(broken.said()).toContain('The sandbox did not start (exit code 7).')
  expect(order(house)).toEqual([])
  const failed = start(house, { FAIL: 'server' })
  expect(await failed.ended).toBe(7)
  expect(order(house)).toEqual(['sandbox started', 'sandbox told by SIGTERM', 'sandbox stopped'])
})

test('a data folder that another process holds is refused before any part starts', async () => {
  const house = buildHouse()
  house.write('data/mailferry.lock', `${process.pid} 1`)
  house.write('server/db/embedded/check-lock.ts', `console.error('held: ' + process.argv[2]); process.exitCode = 1`)
  const running = start(house)
  expect(await running.ended).toBe(1)
  expect(running.said()).toContain(`held: ${join(house.root, 'data')}`)
  expect(order(house)).toEqual([])
})
