// What `npm start` does before it runs anything: install and build, each only when it must.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildHouse, type House } from './house.ts'

async function runNothing(house: House, env: Record<string, string> = {}): Promise<{ code: number | string; said: string }> {
  house.write('nothing.mjs', 'console.log(process.version)')
  const running = house.run(['node', 'scripts/run.mjs', 'nothing.mjs'], env)
  return { code: await running.ended, said: running.said() }
}

test('packages are installed when the lock file changed, and only then', async () => {
  const house = buildHouse()
  expect((await runNothing(house)).said).toContain(process.version)
  await runNothing(house)
  house.write('package.json', '{ "formatted": "anew" }')
  await runNothing(house)
  expect(house.happened()).toHaveLength(1)
  expect(house.happened()[0]).toMatch(/^npm ci /)
  house.write('package-lock.json', '{ "changed": true }')
  await runNothing(house)
  expect(house.happened()).toHaveLength(2)
})

test('npm is run outside of any npm: without its variables, and on no Node that it is about to delete', async () => {
  const house = buildHouse()
  const inside = join(house.root, 'node_modules', '.bin')
  const path = [join(house.root, 'bin'), inside, process.env['PATH']].join(':')
  await runNothing(house, { npm_lifecycle_event: 'start', npm_execpath: '/npm', PATH: path })
  const [line = ''] = house.happened()
  expect(line).not.toContain('start')
  expect(line).not.toContain(inside)
})

test('a failed install ends with a sentence and is tried again', async () => {
  const house = buildHouse()
  expect(await runNothing(house, { NPM_EXIT: '3' })).toEqual({
    code: 1,
    said: expect.stringContaining('npm ci failed. Nothing was started.'),
  })
  expect((await runNothing(house)).code).toBe(0)
  expect(house.happened()).toHaveLength(2)
})

test('the pages are built when their sources changed, and only then; tests beside them do not count', async () => {
  const house = buildHouse()
  const start = async () => {
    const running = house.run(['node', 'scripts/start.mjs'], { FAIL: 'sandbox' })
    await running.ended
    return house.happened().filter(line => line.startsWith('vite')).length
  }
  expect(await start()).toBe(2)
  expect(await start()).toBe(2)
  house.write('web/main.test.tsx', 'changed')
  expect(await start()).toBe(2)
  house.write('web/main.tsx', 'changed')
  expect(await start()).toBe(4)
})

test('a failed build starts nothing and is tried again', async () => {
  const house = buildHouse()
  house.write('scripts/prerender.mjs', 'process.exit(1)')
  const running = house.run(['node', 'scripts/start.mjs'])
  expect(await running.ended).toBe(1)
  expect(running.said()).toContain('The pages could not be built')
  expect(house.happened().join()).not.toContain('started')
  await house.run(['node', 'scripts/start.mjs']).ended
  expect(house.happened().filter(line => line.startsWith('vite'))).toHaveLength(4)
})
