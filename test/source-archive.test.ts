// Checks the archive behind /source: it unpacks to the tracked files, and holds nothing that could be secret.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packSource, sourceFiles } from '../scripts/source-archive.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mailferry-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

const longPath = `docs/${'very-long-name/'.repeat(8)}${'x'.repeat(60)}.md`

function write(path: string, text: string): void {
  mkdirSync(join(folder, 'root', path, '..'), { recursive: true })
  writeFileSync(join(folder, 'root', path), text)
}

test('without git only known names are packed, and tar unpacks them unchanged', () => {
  const secrets = [
    '.env',
    '.env.production',
    'data/master.key',
    'backup.dump',
    'node_modules/x.js',
    'server/node_modules/x.js',
    'dist/x.js',
  ]
  for (const path of ['README.md', '.env.example', 'server/main.ts', longPath, ...secrets]) write(path, `the text of ${path}`)
  packSource(join(folder, 'root'), join(folder, 'packed'))
  const { stdout } = spawnSync('tar', ['tzf', join(folder, 'packed', 'mailferry.tar.gz')], { encoding: 'utf8' })
  const kept = ['.env.example', 'README.md', longPath, 'server/main.ts']
  expect(stdout.trim().split('\n').toSorted()).toEqual(kept.map(path => `mailferry/${path}`).toSorted())
  spawnSync('tar', ['xzf', join(folder, 'packed', 'mailferry.tar.gz'), '-C', folder])
  for (const path of kept) expect(readFileSync(join(folder, 'mailferry', path), 'utf8')).toBe(`the text of ${path}`)
})

test('with git exactly the tracked files are packed', () => {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: join(folder, 'root') })
  git('init', '-q')
  git('add', '-f', 'README.md', 'server/main.ts')
  expect(sourceFiles(join(folder, 'root'))).toEqual(['README.md', 'server/main.ts'])
})
