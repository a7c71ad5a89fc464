// Ends well when the data folder named on the command line is free: asked before the stand-ins start, who keep their state in it.
import { lockDataFolder } from './lock.ts'

try {
  lockDataFolder(process.argv[2] ?? '')()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
