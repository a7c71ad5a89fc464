// Exits with 0 when the data folder is free; runs before stand-ins that keep state in it.
import { lockDataFolder } from './lock.ts'

try {
  lockDataFolder(process.argv[2] ?? '')()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
