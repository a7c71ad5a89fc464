// Where the cluster of a data folder lies and which user runs it, because PostgreSQL refuses root.
import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The user that owns and runs the cluster, when it is not the one that runs Mailferry. */
export interface Owner {
  uid: number
  gid: number
}

export interface ClusterLocation {
  /** The person's data folder, as a real path. */
  dataDir: string
  /** The folder that holds the cluster, its log and, where needed, the binaries. */
  home: string
  owner: Owner | undefined
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/**
 * Makes the data folder and decides where its cluster lies: in it, or apart when the cluster's user could not get there.
 * Root runs a cluster that another user made as that user. Throws a sentence when the folder cannot be written.
 */
export function locateCluster(dataDir: string, apart = '/var/lib/mailferry'): ClusterLocation {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const real = realpathSync(resolve(dataDir))
  refuseUnwritable(real)
  if (process.getuid?.() !== 0) return { dataDir: real, home: real, owner: undefined }
  const owner = makerOf(join(real, 'postgres'))
  if (owner || isOpenToAll(real)) return { dataDir: real, home: real, owner: owner ?? nobody }
  const home = join(apart, createHash('sha256').update(real).digest('hex').slice(0, 16))
  mkdirSync(home, { recursive: true, mode: 0o755 })
  return { dataDir: real, home, owner: nobody }
}

function refuseUnwritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Error(
      `This user cannot write the data folder ${folder}. Start Mailferry as the user that owns it, or set DATA_DIR to another folder.`,
    )
  }
}

function makerOf(cluster: string): Owner | undefined {
  const found = statSync(cluster, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

/** Whether any user may pass through the folder and every folder above it. */
export function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  const above = dirname(folder)
  return above === folder || isOpenToAll(above)
}
