// A host freezes, dies, loses its power or is replaced: at every named step of the pipeline, and with mail flowing.
import type { PipelineStep } from '../../../../server/delivery/steps.ts'
import { ask } from '../../api.ts'
import type { Host } from '../hosts/host.ts'
import { pause } from '../hosts/traffic.ts'
import type { OutageWorld } from '../hosts/world.ts'
import type { Cause, Scene } from './cause.ts'

/** All of them; the type holds the list complete. */
const steps: Record<PipelineStep, true> = {
  'forward:begun': true,
  'forward:decided': true,
  'forward:kept': true,
  'forward:committed': true,
  'claim:paced': true,
  'claim:locked': true,
  'claim:written': true,
  'claim:committed': true,
  'send:prepared': true,
  'send:dispatched': true,
  'send:answered': true,
  'record:begun': true,
  'record:locked': true,
  'record:written': true,
  'record:committed': true,
  'webhook:begun': true,
  'webhook:written': true,
  'webhook:committed': true,
}
export const stepNames = Object.keys(steps)

/** By then the other host has taken over everything. */
const goesOnSeconds = 22
const describeLate = (count: number): string[] => (count > 0 ? [`${count} mails waited while another host could have sent them`] : [])

/** So long a step may be waited for: mail flows, but the other host may do the work. */
const reachedMs = 30_000

export const hostCauses: Cause[] = [
  ...stepNames.map(step => cause(`kill@${step}`, scene => killAt(scene, step))),
  ...stepNames.map(step => cause(`freeze@${step}`, scene => freezeAt(scene, step))),
  // A host dies with an answer of Meta, and no webhook says that the message arrived: it may be sent once more, as it is unknown.
  {
    ...cause('kill-without-echo', async scene => {
      await dropWebhooks(scene.world)
      const said = await killAt(scene, 'send:answered')
      await scene.hold(30)
      await ask(scene.world.sandbox, 'DELETE', '/_sim/faults')
      return said
    }),
    losesReports: true,
  },
  cause('power-off', async ({ world, hold, countLate }) => {
    const [host] = world.hosts
    // Nobody hears of its end: PostgreSQL keeps its transactions until they time out.
    host.turnAll({ kind: 'dark' })
    await host.kill()
    await hold(50)
    const late = await countLate(30)
    host.turnAll({ kind: 'clear' })
    await host.start()
    return describeLate(late)
  }),
  cause('rolling-upgrade', upgrade),
]

function cause(name: string, run: Cause['run']): Cause {
  return { name, kind: 'host', run }
}

async function killAt({ world: { hosts } }: Scene, step: string): Promise<string[]> {
  const host = (await stopAtStep(hosts, step, 'SIGKILL')) ?? hosts[0]
  const isReached = !host.isRunning()
  await host.kill()
  await pause(500)
  await host.start()
  return isReached ? [] : [`no host came to the step ${step}`]
}

async function freezeAt({ world: { hosts }, hold, countLate }: Scene, step: string): Promise<string[]> {
  const host = await stopAtStep(hosts, step, 'SIGSTOP')
  if (!host) return [`no host came to the step ${step}`]
  await hold(30)
  // What it was about to send waits for its claim's end and then for an echo.
  const late = step === 'send:dispatched' ? 0 : await countLate(goesOnSeconds)
  host.signal('SIGCONT')
  return describeLate(late)
}

/** Until the faults are deleted, nobody hears what became of a message. */
export const dropWebhooks = ({ sandbox }: OutageWorld) =>
  ask(sandbox, 'POST', '/_sim/faults', { body: { match: {}, percent: 100, times: null, action: { kind: 'drop-webhook' } } })

/** The first of them that comes to the step in time, as one may do all of that work; null if none does. */
export async function stopAtStep(hosts: Host[], step: string, signal: 'SIGKILL' | 'SIGSTOP'): Promise<Host | null> {
  for (const host of hosts) {
    host.tell({ stopAt: { step, signal } })
    if (await until(() => (signal === 'SIGKILL' ? !host.isRunning() : host.isFrozen()))) return host
    host.tell({ stopAt: null })
  }
  return null
}

async function until(isSo: () => boolean): Promise<boolean> {
  for (const started = performance.now(); performance.now() - started < reachedMs; await pause(20)) if (isSo()) return true
  return false
}

/** The tables that mail touches on its way. */
const hotTables = ['messages', 'decisions', 'deliveries', 'attempts', 'lanes', 'mailboxes', 'folder_syncs', 'usage', 'messenger_numbers']
const longestOutageMs = 1000

/** The new version adds a column to each while the old one runs; then the hosts are replaced one after the other. */
async function upgrade({ world, hold, countLate }: Scene): Promise<string[]> {
  const watch = watchAnswers(world)
  for (const table of hotTables) {
    await addColumn(world, table)
    await hold(0.5)
  }
  await hold(12)
  const late = await countLate(9)
  for (const host of world.hosts) {
    await host.stop()
    await host.start()
    await hold(2)
  }
  const longestMs = await watch.stop()
  return [
    ...(late > 0 ? [`${late} mails waited for the old version on the new tables`] : []),
    ...(longestMs > longestOutageMs ? [`people were answered 5xx for ${(longestMs / 1000).toFixed(1)} s`] : []),
  ]
}

let columns = 0

/** As a migration does: it does not wait for a lock while everybody waits behind it. */
async function addColumn({ cluster }: OutageWorld, table: string): Promise<void> {
  const name = `upgrade_${++columns}`
  for (let i = 0; i < 50; i++) {
    const isDone = await cluster
      .ask(`set lock_timeout = '500ms'; alter table ${table} add column ${name} integer not null default 0`)
      .then(() => true)
      .catch((error: { code?: string }) => {
        if (error.code !== '55P03') throw error
        return false
      })
    if (isDone) return
    await pause(200)
  }
  throw new Error(`No lock on ${table} could be had.`)
}

/** Asks as a person does, ten times a second; `stop` tells the longest time without any answer but 5xx. */
function watchAnswers({ base, people }: OutageWorld): { stop(): Promise<number> } {
  let [isOver, badSince, longestMs] = [false, null as number | null, 0]
  const run = async () => {
    for (let i = 0; !isOver; i++) {
      const token = people[i % people.length]?.token
      const status = await fetch(`${base}/api/messages?limit=5`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(5000),
      })
        .then(answer => answer.status)
        // Refused by a host that stops: a client tries the next one.
        .catch(() => 0)
      if (status >= 500) badSince ??= performance.now()
      else if (status > 0) badSince = null
      if (badSince !== null) longestMs = Math.max(longestMs, performance.now() - badSince)
      await pause(100)
    }
  }
  const running = run()
  return {
    async stop() {
      isOver = true
      await running
      return longestMs
    },
  }
}
