// Serves: reads the settings, starts every part, prints the ready line, and stops within ten seconds.
import { flushCompileCache } from 'node:module'
import { systemClock } from '../foundation/clock.ts'
import { environment, readStartConfig } from '../foundation/config.ts'
import { openLog } from '../foundation/log.ts'
import { startReleasingMemory } from '../foundation/release-memory.ts'
import { startServer } from './start.ts'

/** A stop waits this long for work in flight. */
const stopTimeoutMs = 9_500

try {
  const config = readStartConfig(environment())
  const log = openLog(config.logLevel)
  // One statement that fails where nobody waits for it must not end what everybody else is doing.
  process.on('unhandledRejection', error => log.error({ err: error }, 'a promise was rejected and nobody awaited it'))
  const server = await startServer(config, log)
  let isStopping = false
  const stop = async (reason: string) => {
    if (isStopping) return
    isStopping = true
    log.info(`stopping: ${reason}`)
    void systemClock.sleep(stopTimeoutMs).then(() => process.exit(1))
    await server.stop().catch(error => log.error({ err: error }, 'a part did not stop cleanly'))
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  // scripts/start.mjs holds the other end of this channel: when it closes, the starting process is gone.
  process.on('disconnect', () => void stop('the starting process is gone'))
  process.stdout.write(`ready ${config.publicUrl}\n${server.greeting.map(line => `${line}\n`).join('')}`)
  startReleasingMemory(systemClock)
  // By itself Node writes it only at a clean exit.
  flushCompileCache()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
