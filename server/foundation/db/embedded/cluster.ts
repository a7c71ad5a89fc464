// The PostgreSQL cluster folder: created once by initdb, refused if another major version created it.
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

/** The environment of PostgreSQL's programs: nothing of ours. */
export const bareEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

export const clusterFolder = (place: ClusterLocation): string => join(place.home, 'postgres')
const passwordFile = (place: ClusterLocation): string => join(place.dataDir, 'postgres-password')

/** Finds the cluster of a data folder or makes an empty one; throws a sentence when it cannot be used. */
export function openCluster(place: ClusterLocation, binaries: Binaries, fsync = true): Cluster {
  const folder = clusterFolder(place)
  if (!existsSync(folder)) return makeCluster(place, binaries, folder, fsync)
  refuseForeign(folder)
  refuseOtherMajor(place, folder, binaries.major)
  return { folder, password: passwordOf(place) }
}

/** Reads the password that belongs to a data folder's cluster. */
export function passwordOf(place: ClusterLocation): string {
  const file = passwordFile(place)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(
    `The database in ${clusterFolder(place)} belongs to the data folder ${place.dataDir}, but the file ${file} is gone. ` +
      `Put the data folder back as it was, or delete ${clusterFolder(place)} to begin with an empty database.`,
  )
}

function refuseForeign(folder: string): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  throw new Error(
    `The folder ${folder} is not a database that this user can open. ` +
      'Start Mailferry as the user that made it, or set DATA_DIR to another folder; delete it only if nothing in it is needed.',
  )
}

function refuseOtherMajor(place: ClusterLocation, folder: string, major: string): void {
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (made === major) return
  throw new Error(
    `The database in ${folder} was made by PostgreSQL ${made}, and this version of Mailferry brings PostgreSQL ${major}. ` +
      `Run "npm run backup -- FILE" with the version of Mailferry that made it, then "npm run restore -- FILE" with this one ` +
      `and another DATA_DIR than ${place.dataDir}.`,
  )
}

// Made aside and renamed when whole: an initdb that was cut short leaves nothing that looks like a cluster.
function makeCluster(place: ClusterLocation, binaries: Binaries, folder: string, fsync: boolean): Cluster {
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const handedOver = join(place.home, 'postgres-password.part')
  writeFileSync(handedOver, password, { mode: 0o600 })
  if (place.owner) for (const path of [part, handedOver]) chownSync(path, place.owner.uid, place.owner.gid)
  try {
    initdb(place, binaries, part, handedOver, fsync)
  } finally {
    rmSync(handedOver, { force: true })
  }
  writeFileSync(passwordFile(place), `${password}\n`, { mode: 0o600 })
  renameSync(part, folder)
  return { folder, password }
}

// The builtin locale sorts and lowers letters the same on every system, whatever C library it has.
function initdb(place: ClusterLocation, binaries: Binaries, folder: string, handedOver: string, fsync: boolean): void {
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', 'mailferry', '--pwfile', handedOver, '-A', 'scram-sha-256']
  const ran = spawnSync(join(binaries.folder, 'bin', 'initdb'), ['-D', folder, ...access, ...locale, ...(fsync ? [] : ['--no-sync'])], {
    ...place.owner,
    cwd: place.home,
    encoding: 'utf8',
    env: bareEnvironment,
  })
  if (ran.status === 0) return
  const said = ran.error?.message ?? `${ran.stdout}${ran.stderr}`.trim()
  const advice = said.includes('look up effective user ID')
    ? ' Give this user a name in /etc/passwd, or set DATABASE_URL to a PostgreSQL elsewhere.'
    : ''
  throw new Error(`PostgreSQL could not make its folder ${folder}: ${said}.${advice}`)
}
