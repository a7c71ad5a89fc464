// Creates the PostgreSQL cluster folder with initdb, and refuses one from another major version.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ClusterLocation } from './location.ts'

export interface Cluster {
  folder: string
  password: string
}

/** The environment for PostgreSQL's programs, without our variables. */
export const bareEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

export const clusterFolder = (location: ClusterLocation): string => join(location.home, 'postgres')
const passwordFile = (location: ClusterLocation): string => join(location.dataDir, 'postgres-password')

/** Finds or creates the cluster of a data folder; throws a user-facing message when it cannot be used. */
export function openCluster(location: ClusterLocation, binaries: Binaries, fsync = true): Cluster {
  const folder = clusterFolder(location)
  if (!existsSync(folder)) return makeCluster(location, binaries, folder, fsync)
  refuseForeign(folder)
  refuseOtherMajor(location, folder, binaries.major)
  return { folder, password: readPassword(location) }
}

/** Reads the password that belongs to a data folder's cluster. */
export function readPassword(location: ClusterLocation): string {
  const file = passwordFile(location)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(
    `The database in ${clusterFolder(location)} belongs to the data folder ${location.dataDir}, but the file ${file} is missing. ` +
      `Put the data folder back as it was, or delete ${clusterFolder(location)} to start with an empty database.`,
  )
}

function refuseForeign(folder: string): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  throw new Error(
    `The folder ${folder} is not a database that this user can open. ` +
      'Start Mailferry as the user that created it, or set DATA_DIR to another folder; delete it only if nothing in it is needed.',
  )
}

function refuseOtherMajor(location: ClusterLocation, folder: string, major: string): void {
  const clusterMajor = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (clusterMajor === major) return
  throw new Error(
    `The database in ${folder} was created by PostgreSQL ${clusterMajor}, and this version of Mailferry includes PostgreSQL ${major}. ` +
      `Run "npm run backup -- FILE" with the version of Mailferry that created it, then "npm run restore -- FILE" with this one ` +
      `and a DATA_DIR other than ${location.dataDir}.`,
  )
}

// Created under another name and renamed when complete, so that an interrupted initdb leaves nothing that looks like a cluster.
function makeCluster(location: ClusterLocation, binaries: Binaries, folder: string, fsync: boolean): Cluster {
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const initPasswordFile = join(location.home, 'postgres-password.part')
  writeFileSync(initPasswordFile, password, { mode: 0o600 })
  if (location.owner) for (const path of [part, initPasswordFile]) chownSync(path, location.owner.uid, location.owner.gid)
  try {
    initdb(location, binaries, part, initPasswordFile, fsync)
  } finally {
    rmSync(initPasswordFile, { force: true })
  }
  writeFileSync(passwordFile(location), `${password}\n`, { mode: 0o600 })
  renameSync(part, folder)
  return { folder, password }
}

// The builtin locale sorts and lowercases text the same on every system, independent of its C library.
function initdb(location: ClusterLocation, binaries: Binaries, folder: string, initPasswordFile: string, fsync: boolean): void {
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', 'mailferry', '--pwfile', initPasswordFile, '-A', 'scram-sha-256']
  const result = spawnSync(join(binaries.folder, 'bin', 'initdb'), ['-D', folder, ...access, ...locale, ...(fsync ? [] : ['--no-sync'])], {
    ...location.owner,
    cwd: location.home,
    encoding: 'utf8',
    env: bareEnvironment,
  })
  if (result.status === 0) return
  const output = result.error?.message ?? `${result.stdout}${result.stderr}`.trim()
  const advice = output.includes('look up effective user ID')
    ? ' Give this user a name in /etc/passwd, or set DATABASE_URL to a PostgreSQL elsewhere.'
    : ''
  throw new Error(`PostgreSQL could not create its folder ${folder}: ${output}.${advice}`)
}
