// The stand-in stays at one address over restarts: an identity is of its issuer, and that is the address.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (folder: string): string => join(folder, 'oidc-port')

/** 0 where there was none yet. */
export function portOf(folder: string | null): number {
  if (folder === null) return 0
  try {
    const port = Number(readFileSync(fileIn(folder), 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}

export function keepPort(folder: string | null, issuer: string): void {
  if (folder === null) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileIn(folder), new URL(issuer).port)
}
