// Lays out the versions that an upgrade goes between: a clone as it was at a commit, and releases, one of them broken on purpose.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The repository as of a commit, with the packages of this one. */
export function checkOut(ref: string, folder: string, version: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  setVersion(folder, version)
}

/** A release made from this repository, unpacked below `folder`; returns its own folder. */
export function unpackRelease(folder: string, archive: string | undefined): string {
  mkdirSync(folder, { recursive: true })
  const file = archive ?? makeRelease(folder)
  execFileSync('tar', ['-xzf', file, '-C', folder])
  return join(folder, /([^/]+)\.tar\.gz$/.exec(file)?.[1] ?? '')
}

function makeRelease(folder: string): string {
  const made = spawnSync(process.execPath, ['scripts/release.mjs', '--out', folder], { cwd: root, encoding: 'utf8' })
  const [file] = made.stdout.split('\n')
  if (made.status !== 0 || !file) throw new Error(`The release could not be made: ${made.stderr}`)
  return file
}

/** A later version: the same release with other files in it. */
export function alter(release: string, version: string, files: Record<string, string>): string {
  const folder = join(dirname(release), `mailferry-${version}`)
  cpSync(release, folder, { recursive: true, verbatimSymlinks: true })
  setVersion(folder, version)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function setVersion(folder: string, version: string): void {
  const file = join(folder, 'package.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }, null, 2))
}
