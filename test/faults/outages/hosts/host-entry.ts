// The server as a host of the outage suite: it stops or dies at a named step, its clock and its names can be off, and a bug can be planted.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { z } from 'zod/mini'
import type { PipelineStep } from '../../../../server/delivery/steps.ts'
import type { NameAnswer } from '../../../../server/foundation/outside/name-cache.ts'
import { bugs, plantInto, shortenings } from '../bugs.ts'

const planted = [shortenings, ...bugs.filter(({ name }) => process.env['PLANTED_BUGS']?.split('|').includes(name))]
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    return planted.some(({ changes }) => changes.some(({ file }) => url.endsWith(`/${file}`)))
      ? { ...loaded, source: planted.reduce((source, bug) => plantInto(bug, url, source), readFileSync(new URL(url), 'utf8')) }
      : loaded
  },
})

// Loaded only now, so that the bugs are in it.
const { environment, readConfig } = await import('../../../../server/foundation/config.ts')
const { openLog } = await import('../../../../server/foundation/log.ts')
const { openNames } = await import('../../../../server/foundation/outside/names.ts')
const { startServer } = await import('../../../../server/wiring/start.ts')

/** What the judge may tell a host. */
const Command = z.object({
  /** Where the process gets this signal, once; null: nowhere. */
  stopAt: z.optional(z.nullable(z.object({ step: z.string(), signal: z.enum(['SIGKILL', 'SIGSTOP']) }))),
  skewMs: z.optional(z.number()),
  /** How long looking up a name takes; null: nobody answers. */
  lookUpMs: z.optional(z.nullable(z.number())),
})
export type HostCommand = z.infer<typeof Command>

let stopAt: HostCommand['stopAt'] = null
let skewMs = 0
let lookUpMs: number | null = 0
process.on('message', (message: unknown) => {
  const command = Command.parse(message)
  if (command.stopAt !== undefined) stopAt = command.stopAt
  if (command.skewMs !== undefined) skewMs = command.skewMs
  if (command.lookUpMs !== undefined) lookUpMs = command.lookUpMs
})

const realNow = Date.now.bind(Date)
Date.now = () => realNow() + skewMs

function onStep(step: PipelineStep): void {
  if (stopAt?.step !== step) return
  const { signal } = stopAt
  stopAt = null
  process.kill(process.pid, signal)
}

/** All names lead to this machine, unless the name servers are slow or dead: then they end as the server's own look-up does. */
async function askNameServers(): Promise<NameAnswer> {
  const startedAt = performance.now()
  while (lookUpMs === null || performance.now() - startedAt < lookUpMs) {
    if (performance.now() - startedAt > lookUpDeadlineMs) return { kind: 'failed' }
    await new Promise(done => setTimeout(done, 20))
  }
  // Forgotten so soon that every fault meets names that have to be looked up.
  return { kind: 'found', endpoints: [{ address: '127.0.0.1', family: 4 }], ttlSeconds: 1 }
}

const lookUpDeadlineMs = 5000

const config = readConfig(environment())
const server = await startServer(config, openLog(config.logLevel), {
  onStep,
  resolve: openNames({ ask: askNameServers }),
  stores: real => ({
    ...real,
    inTransaction: async work => {
      onStep('forward:begun')
      const result = await real.inTransaction(async tx => {
        const done = await work(tx)
        onStep('forward:kept')
        return done
      })
      onStep('forward:committed')
      return result
    },
    saveDecisions: async (...given) => {
      onStep('forward:decided')
      return real.saveDecisions(...given)
    },
  }),
})
let isStopping = false
const stop = () => {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), 9500).unref()
  void server.stop().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('disconnect', () => process.exit(0))
process.stdout.write(`ready ${config.publicUrl}\n`)
