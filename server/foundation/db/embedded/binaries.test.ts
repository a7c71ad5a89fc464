// Tests finding PostgreSQL's programs in an npm package whose install script never ran.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { locateCluster } from './location.ts'

const isRoot = process.getuid?.() === 0

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-programs-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The package as npm unpacks it with ignore-scripts: no links, and no reliable execute bits. */
function packageWithoutLinks(folder: string, mode: number): string {
  const original = findBinaries(locateCluster(openFolder())).folder
  const copy = join(folder, 'package')
  mkdirSync(copy)
  cpSync(join(original, '..', 'package.json'), join(copy, 'package.json'))
  cpSync(original, join(copy, 'native'), { recursive: true, filter: file => !lstatSync(file).isSymbolicLink() })
  for (const program of readdirSync(join(copy, 'native', 'bin'))) chmodSync(join(copy, 'native', 'bin', program), 0o644)
  chmodSync(copy, mode)
  return join(copy, 'native')
}

const versionOutput = (folder: string) => execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })

test('missing links are created in the package when the user of the cluster can access it', () => {
  const native = packageWithoutLinks(openFolder(), 0o755)
  const found = findBinaries(locateCluster(openFolder()), native)
  expect(found).toMatchObject({ folder: native, major: '18' })
  expect(versionOutput(found.folder)).toContain('PostgreSQL) 18')
})

test('for root a package in a private folder is copied next to the cluster; otherwise it is used in place', () => {
  const native = packageWithoutLinks(openFolder(), 0o700)
  const location = locateCluster(openFolder())
  mkdirSync(join(location.home, 'programs-17.0.0'))
  const found = findBinaries(location, native)
  expect(found.folder).toBe(isRoot ? join(location.home, `programs-${found.version}`) : native)
  expect(versionOutput(found.folder)).toContain('PostgreSQL) 18')
  if (isRoot) expect(readdirSync(location.home)).toEqual([`programs-${found.version}`])
})

test('a packaged PostgreSQL that lacks fixes is refused, with what to do', () => {
  const native = packageWithoutLinks(openFolder(), 0o755)
  writeFileSync(join(native, '..', 'package.json'), JSON.stringify({ version: '18.3.0-beta.17' }))
  expect(() => findBinaries(locateCluster(openFolder()), native)).toThrow(
    'The PostgreSQL of the packages is 18.3.0-beta.17, which lacks fixes since 18.4. Update Mailferry, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
})
