// Where the cluster of a data folder lies and which user runs it: PostgreSQL refuses root.
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The user that owns and runs the cluster, when it is not the one that runs Mailferry. */
export interface Owner {
  uid: number
  gid: number
}

export interface Place {
  /** The person's data folder, as a real path. */
  dataDir: string
  /** The folder that holds the cluster, its log and, where needed, the binaries. */
  home: string
  owner: Owner | undefined
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/** Makes the data folder and decides where its cluster lies: in it, or apart when the cluster's user could not get there. */
export function placeOf(dataDir: string, apart = '/var/lib/mailferry'): Place {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const real = realpathSync(resolve(dataDir))
  const owner = process.getuid?.() === 0 ? nobody : undefined
  if (!owner || isOpenToAll(real)) return { dataDir: real, home: real, owner }
  const home = join(apart, createHash('sha256').update(real).digest('hex').slice(0, 16))
  mkdirSync(home, { recursive: true, mode: 0o755 })
  return { dataDir: real, home, owner }
}

/** Whether any user may pass through the folder and every folder above it. */
export function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  const above = dirname(folder)
  return above === folder || isOpenToAll(above)
}
