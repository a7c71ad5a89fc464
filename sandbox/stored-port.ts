// Stores the port of a stand-in, since what others keep of it (issuers, links to pages) holds its URL and must survive restarts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const portFile = (folder: string, name: string): string => join(folder, `${name}-port`)

/** Returns 0 if there is none yet. */
export function readPort(folder: string | null, name: string): number {
  if (folder === null) return 0
  try {
    const port = Number(readFileSync(portFile(folder, name), 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}

export function savePort(folder: string | null, name: string, url: string): void {
  if (folder === null) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(portFile(folder, name), new URL(url).port)
}
