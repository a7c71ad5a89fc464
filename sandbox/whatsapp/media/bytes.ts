// Keeps the bytes of files: in a folder beside the ledger, or in memory when nothing is kept.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type FileStore = {
  put: (id: string, bytes: Uint8Array) => void
  get: (id: string) => Buffer | null
  remove: (id: string) => void
  clear: () => void
}

export function openFileStore(dataDir: string | null): FileStore {
  if (dataDir === null) return inMemory()
  const folder = join(dataDir, 'whatsapp-files')
  const pathOf = (id: string) => join(folder, id.replace(/\D/g, ''))
  return {
    put: (id, bytes) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(pathOf(id), bytes, { mode: 0o600 })
    },
    get: id => {
      try {
        return readFileSync(pathOf(id))
      } catch {
        return null
      }
    },
    remove: id => rmSync(pathOf(id), { force: true }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function inMemory(): FileStore {
  const kept = new Map<string, Buffer>()
  return {
    put: (id, bytes) => void kept.set(id, Buffer.from(bytes)),
    get: id => kept.get(id) ?? null,
    remove: id => void kept.delete(id),
    clear: () => kept.clear(),
  }
}
