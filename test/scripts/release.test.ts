// Tests what a release says of itself: its notes, its licenses, and the command that starts it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { notesOf } from '../../scripts/release/notes.mjs'
import { writeNotice } from '../../scripts/release/notice.mjs'
import { buildProject } from './project.ts'

const changelog = '# Changelog\n\n## Unreleased\n- Later.\n\n## 0.1.1\n- Newer.\n\n## 0.1.0\n- First.\n- Second.\n'

test('the notes of a version are its own section of the changelog, or what is not released yet', () => {
  expect(notesOf(changelog, '0.1.0')).toBe('- First.\n- Second.\n')
  expect(notesOf(changelog, '0.1.1')).toBe('- Newer.\n')
  expect(notesOf(changelog, '0.2.0')).toBe('- Later.\n')
  expect(() => notesOf('# Changelog\n', '0.1.0')).toThrow('CHANGELOG.md says nothing of 0.1.0')
})

test('every package stands in the notice with its license, and one of unknown license stops the release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-notice-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const add = (name: string, license: string | null, text?: string) => {
    const own = join(folder, name)
    mkdirSync(own)
    if (text) writeFileSync(join(own, 'LICENSE'), text)
    return { folder: own, name, version: '1.0.0', license }
  }
  const packages = [add('first', 'MIT', 'Permission is granted.'), add('second', 'MIT', 'Permission is granted.'), add('third', 'ISC')]
  const file = join(folder, 'NOTICE')
  writeNotice(file, packages)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('first 1.0.0 (MIT)\nsecond 1.0.0 (MIT)\n\nPermission is granted.')
  expect(text).toContain('third 1.0.0 (ISC)\n\nLicense: ISC')
  expect(() => writeNotice(file, [...packages, add('fourth', null)])).toThrow('Nobody knows the license of fourth 1.0.0')
})

test('a release installs and builds nothing, and keeps its data beside its folder', async () => {
  const project = buildProject()
  project.write('release.json', '{}')
  const cache = { NODE_COMPILE_CACHE: join(project.root, 'cache') }
  const running = project.run(['node', 'scripts/mailferry.mjs', 'start'], { ...cache, FAIL: 'sandbox' })
  await running.ended
  expect(project.happened()).toEqual([])
  const started = project.run(['node', 'scripts/mailferry.mjs', 'start'], { ...cache, PORT: '18998' })
  await expect.poll(() => project.happened().join('\n')).toContain('server started')
  started.process.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(project.happened().find(line => line.startsWith('server started'))).toContain(`"DATA_DIR":"${join(project.root, '..', 'data')}"`)
})

test('the command names what it can do, takes settings from a file, and refuses what it does not know', async () => {
  const project = buildProject()
  const run = async (...words: string[]) => {
    const running = project.run(['node', 'scripts/mailferry.mjs', ...words], { FAIL: 'sandbox' })
    return { code: await running.ended, said: running.said() }
  }
  expect(await run('help')).toEqual({ code: 0, said: expect.stringContaining('upgrade') })
  expect(await run('frobnicate')).toEqual({ code: 1, said: expect.stringContaining('Usage: mailferry COMMAND') })
  project.write('mailferry.env', 'SUBJECT=Invoice 42\n')
  project.write('scripts/send-mail.mjs', 'console.log(process.env.SUBJECT, process.argv.slice(2).join())')
  expect(await run('send-mail', '--settings', join(project.root, 'mailferry.env'), '--to', 'a@b.example')).toEqual({
    code: 0,
    said: expect.stringMatching(/^Invoice 42 --to,a@b\.example$/m),
  })
  expect((await run('send-mail', '--settings=missing.env')).said).toContain('The settings in missing.env cannot be read.')
})
