// Remembers the demo in a small file in the data folder, for the next start and for `npm run send-mail`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'

const DemoRecord = z.object({ email: z.string(), inboundAddress: z.string() })
export type DemoRecord = z.infer<typeof DemoRecord>

const demoFile = (dataDir: string): string => join(dataDir, 'demo.json')

/** Null until a first start is complete. The password is not in the file: it was printed once. */
export function readDemo(dataDir: string): DemoRecord | null {
  const file = demoFile(dataDir)
  return existsSync(file) ? DemoRecord.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Marks the demo as complete and deletes the saved password. */
export function writeDemo(dataDir: string, demo: DemoRecord): void {
  writeFileSync(demoFile(dataDir), `${JSON.stringify(DemoRecord.parse(demo))}\n`)
  rmSync(passwordFile(dataDir), { force: true })
}

const passwordFile = (dataDir: string): string => join(dataDir, 'demo-password')

/** The password of an incomplete demo; saved until the demo is complete, so that an interrupted start can continue. */
export function openingPassword(dataDir: string, make: () => string): string {
  const file = passwordFile(dataDir)
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
