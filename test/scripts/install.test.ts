// Tests what `npm start` does before it runs anything: install and build, each only when necessary.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildProject, type Project } from './project.ts'

async function runNothing(project: Project, env: Record<string, string> = {}): Promise<{ code: number | string; said: string }> {
  project.write('nothing.mjs', 'console.log(process.version)')
  const running = project.run(['node', 'scripts/run.mjs', 'nothing.mjs'], env)
  return { code: await running.ended, said: running.said() }
}

test('packages are installed when the lock file changed, and only then', async () => {
  const project = buildProject()
  expect((await runNothing(project)).said).toContain(process.version)
  await runNothing(project)
  project.write('package.json', '{ "formatted": "anew" }')
  await runNothing(project)
  expect(project.happened()).toHaveLength(1)
  expect(project.happened()[0]).toMatch(/^npm ci /)
  project.write('package-lock.json', '{ "changed": true }')
  await runNothing(project)
  expect(project.happened()).toHaveLength(2)
})

test('npm is run outside of any npm: without its variables, and on no Node that it is about to delete', async () => {
  const project = buildProject()
  const inside = join(project.root, 'node_modules', '.bin')
  const path = [join(project.root, 'bin'), inside, process.env['PATH']].join(':')
  await runNothing(project, { npm_lifecycle_event: 'start', npm_execpath: '/npm', PATH: path })
  const [line = ''] = project.happened()
  expect(line).not.toContain('start')
  expect(line).not.toContain(inside)
})

test('a failed install ends with a sentence and is tried again', async () => {
  const project = buildProject()
  expect(await runNothing(project, { NPM_EXIT: '3' })).toEqual({
    code: 1,
    said: expect.stringContaining('npm ci failed. Nothing was started.'),
  })
  expect((await runNothing(project)).code).toBe(0)
  expect(project.happened()).toHaveLength(2)
})

test('the pages are built when their sources changed, and only then; tests beside them do not count', async () => {
  const project = buildProject()
  const start = async () => {
    const running = project.run(['node', 'scripts/start.mjs'], { FAIL: 'sandbox' })
    await running.ended
    return project.happened().filter(line => line.startsWith('vite')).length
  }
  expect(await start()).toBe(2)
  expect(await start()).toBe(2)
  project.write('web/main.test.tsx', 'changed')
  expect(await start()).toBe(2)
  project.write('web/main.tsx', 'changed')
  expect(await start()).toBe(4)
})

test('a failed build starts nothing and is tried again', async () => {
  const project = buildProject()
  project.write('scripts/prerender.mjs', 'process.exit(1)')
  const running = project.run(['node', 'scripts/start.mjs'])
  expect(await running.ended).toBe(1)
  expect(running.said()).toContain('The build failed.')
  expect(project.happened().join()).not.toContain('started')
  await project.run(['node', 'scripts/start.mjs']).ended
  expect(project.happened().filter(line => line.startsWith('vite'))).toHaveLength(4)
})

/** As if npm ran on a Node of this version. */
const startedOn = (version: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,Object.defineProperty(process,%22version%22,{value:%22${version}%22})`,
})

function addPackagedNode(project: Project, version: string): void {
  const file = `node_modules/node-${process.platform}-${process.arch}/bin/node`
  project.write(
    file,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else unset NODE_OPTIONS; exec "${process.execPath}" "$@"; fi\n`,
  )
  chmodSync(join(project.root, file), 0o755)
}

test('an old Node hands over to the packaged one, and a recent one is used itself', async () => {
  const project = buildProject()
  addPackagedNode(project, 'v24.21.0')
  expect((await runNothing(project, startedOn('v20.19.0'))).said).toContain(process.version)
  addPackagedNode(project, 'v24.0.0')
  expect(await runNothing(project)).toMatchObject({ code: 0, said: expect.stringContaining(process.version) })
})

test('a packaged Node that lacks fixes is refused, with what to install', async () => {
  const project = buildProject()
  addPackagedNode(project, 'v24.0.0')
  const { code, said } = await runNothing(project, startedOn('v20.19.0'))
  expect(code).toBe(1)
  expect(said).toContain('Mailferry runs on Node 24.18.1 or newer')
  expect(said).toContain('bin/node is 24.0.0')
})
