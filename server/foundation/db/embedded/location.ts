// Decides where a data folder's cluster is stored and which user runs it, because PostgreSQL refuses root.
import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The user that owns and runs the cluster, when that is not the user who runs Mailferry. */
export interface Owner {
  uid: number
  gid: number
}

export interface ClusterLocation {
  /** The data folder, as a real path. */
  dataDir: string
  /** The folder with the cluster, its log and, where needed, the binaries. */
  home: string
  owner: Owner | undefined
}

const nobody: Owner = { uid: 65534, gid: 65534 }

/**
 * Creates the data folder and decides where its cluster is stored: inside it, or in `fallbackFolder` when the cluster's user has no access.
 * Root runs another user's cluster as that user. Throws a user-facing message when the folder is not writable.
 */
export function locateCluster(dataDir: string, fallbackFolder = '/var/lib/mailferry'): ClusterLocation {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const realPath = realpathSync(resolve(dataDir))
  refuseUnwritable(realPath)
  if (process.getuid?.() !== 0) return { dataDir: realPath, home: realPath, owner: undefined }
  const owner = findOwner(join(realPath, 'postgres'))
  if (owner || isOpenToAll(realPath)) return { dataDir: realPath, home: realPath, owner: owner ?? nobody }
  const home = join(fallbackFolder, createHash('sha256').update(realPath).digest('hex').slice(0, 16))
  mkdirSync(home, { recursive: true, mode: 0o755 })
  return { dataDir: realPath, home, owner: nobody }
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

function findOwner(cluster: string): Owner | undefined {
  const found = statSync(cluster, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

/** Whether every user can enter the folder and all folders above it. */
export function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isOpenToAll(parent)
}
