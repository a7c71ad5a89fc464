// Stores the port of the stand-in, since identities belong to an issuer URL that must survive restarts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const portFile = (folder: string): string => join(folder, 'oidc-port')

/** Returns 0 if there is none yet. */
export function readPort(folder: string | null): number {
  if (folder === null) return 0
  try {
    const port = Number(readFileSync(portFile(folder), 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}

export function savePort(folder: string | null, issuer: string): void {
  if (folder === null) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(portFile(folder), new URL(issuer).port)
}
