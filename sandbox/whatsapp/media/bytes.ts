// Stores the bytes of files: in a folder beside the ledger, or in memory if nothing is persisted.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type FileStore = {
  put: (id: string, bytes: Uint8Array) => void
  get: (id: string) => Buffer | null
  remove: (id: string) => void
  clear: () => void
}

export function openFileStore(dataDir: string | null): FileStore {
  if (dataDir === null) return memoryStore()
  const folder = join(dataDir, 'whatsapp-files')
  const filePath = (id: string) => join(folder, id.replace(/\D/g, ''))
  return {
    put: (id, bytes) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(filePath(id), bytes, { mode: 0o600 })
    },
    get: id => {
      try {
        return readFileSync(filePath(id))
      } catch {
        return null
      }
    },
    remove: id => rmSync(filePath(id), { force: true }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function memoryStore(): FileStore {
  const stored = new Map<string, Buffer>()
  return {
    put: (id, bytes) => void stored.set(id, Buffer.from(bytes)),
    get: id => stored.get(id) ?? null,
    remove: id => void stored.delete(id),
    clear: () => stored.clear(),
  }
}
