// A small file in the data folder that remembers the demo for the next start and for `npm run send-mail`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'

const DemoRecord = z.object({ email: z.string(), inboundAddress: z.string() })
export type DemoRecord = z.infer<typeof DemoRecord>

const fileIn = (dataDir: string): string => join(dataDir, 'demo.json')

/** Null before the first start has ended. The password is not in it: it was printed once. */
export function readDemo(dataDir: string): DemoRecord | null {
  const file = fileIn(dataDir)
  return existsSync(file) ? DemoRecord.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** From here on the demo is whole, and nothing knows its password any more. */
export function writeDemo(dataDir: string, demo: DemoRecord): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(DemoRecord.parse(demo))}\n`)
  rmSync(passwordFileIn(dataDir), { force: true })
}

const passwordFileIn = (dataDir: string): string => join(dataDir, 'demo-password')

/** The password of a demo that is being made: the same one until it is whole, so that a start that broke off can be finished. */
export function openingPassword(dataDir: string, make: () => string): string {
  const file = passwordFileIn(dataDir)
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
