// A small separate disk (tmpfs) that can be filled on demand; needs root.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, statfsSync } from 'node:fs'

export interface Disk {
  fill(): void
  free(): void
  remove(): void
}

const sizeBytes = 2 * 1024 ** 3

/** Null where this user may not mount. `owner` is who the folder belongs to; nobody else gets in. */
export function mountDisk(folder: string, owner?: { uid: number; gid: number }): Disk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  mkdirSync(folder, { recursive: true })
  const access = owner ? `mode=0700,uid=${owner.uid},gid=${owner.gid}` : 'mode=0755'
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},${access}`, 'mailferry-faults', folder])) return null
  const resize = (bytes: number) => run('mount', ['-o', `remount,size=${bytes}`, folder])
  return {
    // What is used is the new size: full at once, without memory for what fills it.
    fill: () => {
      for (let i = 0; i < 50; i++) if (resize(usedBytes(folder))) return
      throw new Error(`The disk at ${folder} could not be filled.`)
    },
    free: () => void resize(sizeBytes),
    remove: () => void run('umount', ['-l', folder]),
  }
}

/** Puts a folder that is there on a disk of its own; nobody may be using it. */
export function moveToDisk(folder: string, owner: { uid: number; gid: number }): Disk | null {
  const aside = `${folder}.aside`
  renameSync(folder, aside)
  const disk = mountDisk(folder, owner)
  if (!disk) {
    rmSync(folder, { recursive: true, force: true })
    renameSync(aside, folder)
    return null
  }
  // Node keeps no owners when it copies.
  if (!run('cp', ['-a', `${aside}/.`, folder])) cpSync(aside, folder, { recursive: true })
  rmSync(aside, { recursive: true, force: true })
  return disk
}

function usedBytes(folder: string): number {
  const { blocks, bfree, bsize } = statfsSync(folder)
  return (blocks - bfree) * bsize
}

const run = (program: string, words: string[]): boolean => spawnSync(program, words, { stdio: 'ignore' }).status === 0
