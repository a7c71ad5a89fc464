// PostgreSQL's programs out of a package whose install script never ran.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

/** The package as npm unpacks it with ignore-scripts: no link, no execute bit to rely on. */
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

const version = (folder: string) => execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })

test('missing links are made in the package when the user of the cluster gets there', () => {
  const native = packageWithoutLinks(openFolder(), 0o755)
  const found = findBinaries(locateCluster(openFolder()), native)
  expect(found).toMatchObject({ folder: native, major: '18' })
  expect(version(found.folder)).toContain('PostgreSQL) 18')
})

test('a package in a closed folder is copied beside the cluster for root, and used where it is otherwise', () => {
  const native = packageWithoutLinks(openFolder(), 0o700)
  const place = locateCluster(openFolder())
  mkdirSync(join(place.home, 'programs-17.0.0'))
  const found = findBinaries(place, native)
  expect(found.folder).toBe(isRoot ? join(place.home, `programs-${found.version}`) : native)
  expect(version(found.folder)).toContain('PostgreSQL) 18')
  if (isRoot) expect(readdirSync(place.home)).toEqual([`programs-${found.version}`])
})
