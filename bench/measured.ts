// Prepares a process for measurement: collects garbage on SIGUSR2, exits with its parent, and prints when it is ready.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export function prepareForMeasurement(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  process.on('SIGUSR2', () => typeof collect === 'function' && collect())
  process.on('SIGTERM', () => process.exit(0))
  process.on('disconnect', () => process.exit(0))
  process.stdout.write(`ready ${process.pid}\n`)
}
