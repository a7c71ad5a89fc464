// Reads the test emails next to the repository, for tests that are skipped without them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const folder = join(import.meta.dirname, '../../shared/corpora')

/** Null where they are not here; a machine that tests every change must have them. */
export function corpus(name: string): string | null {
  const path = join(folder, name)
  if (existsSync(path)) return path
  if (process.env['CI'] === 'true') throw new Error(`The test mails (../shared/corpora/${name}) are missing.`)
  return null
}

/** The raw mail, unpacked where it is packed. */
export function readMail(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
