// Measures latency from arrival at Dovecot to acceptance by the stand-in, for our server and for a bare script in the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod/mini'
import { ask } from '../test/faults/api.ts'
import { filteredWord, openWorld, type World } from '../test/faults/world.ts'
import { type BareWatcher, watchBare } from './bare.ts'

const emailCount = 200
const people = 20
const intervalMs = 200

const PhoneMessages = z.object({ messages: z.array(z.object({ text: z.nullable(z.string()), acceptedAt: z.string() })) })

/** Sends 200 emails to each of the two, 5 a second, to 20 people; times in milliseconds. */
export async function benchLatency(): Promise<string> {
  const world = await openWorld({ people })
  const server = world.startServer()
  await server.ready
  const bare = await startWatchers(world)
  try {
    await sleep(2000)
    const sentAt = await sendAll(world)
    const accepted = await waitUntilAccepted(world, emailCount * 2)
    const ours = latencies(sentAt, accepted, 'ours')
    const theirs = latencies(sentAt, accepted, 'bare')
    const ratio = (p: number) => (percentile(ours, p) / percentile(theirs, p)).toFixed(2)
    return `latency mails=${ours.length} people=${people} ours_p50=${percentile(ours, 50)} ours_p99=${percentile(ours, 99)} bare_p50=${percentile(theirs, 50)} bare_p99=${percentile(theirs, 99)} ratio_p50=${ratio(50)} ratio_p99=${ratio(99)}`
  } finally {
    for (const watcher of bare) await watcher.stop()
    await server.stop()
    await world.close()
  }
}

async function startWatchers(world: World): Promise<BareWatcher[]> {
  const watchers: BareWatcher[] = []
  for (let i = 0; i < people; i++) {
    world.dovecot.addUser(`bare${i}`, 'bare')
    const phone = `155501${3000 + i}`
    // The phone writes first, to open the service window for the bare script too.
    await ask(world.sandbox, 'POST', `/_sim/phones/${phone}/messages`, { body: { text: 'hello' } })
    watchers.push(await watchBare({ port: world.dovecot.imapPort, user: `bare${i}`, password: 'bare', graphUrl: world.sandbox, phone }))
  }
  return watchers
}

async function sendAll(world: World): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>()
  const began = performance.now()
  for (let n = 0; n < emailCount; n++) {
    await sleep(Math.max(0, began + n * intervalMs - performance.now()))
    for (const [kind, user] of [
      ['ours', `person${n % people}`],
      ['bare', `bare${n % people}`],
    ] as const) {
      const token = `${kind}-${n}-x`
      sentAt.set(token, Date.now())
      await world.dovecot.deliver(user, Buffer.from(makeEmail(token)))
    }
    if ((n + 1) % 50 === 0) process.stderr.write(`${n + 1} of ${emailCount} emails\n`)
  }
  return sentAt
}

const makeEmail = (token: string): string =>
  [
    'From: Sender <sender@example.net>',
    'To: somebody@example.org',
    `Subject: ${filteredWord} ${token}`,
    `Message-ID: <${token}@example.net>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    'An example email.\r\n'.repeat(20),
  ].join('\r\n')

async function waitUntilAccepted(world: World, wanted: number): Promise<Map<string, number>> {
  for (let i = 0; ; i++) {
    const { messages } = PhoneMessages.parse(await ask(world.sandbox, 'GET', '/_sim/messages'))
    const found = messages.flatMap(m => {
      const token = /(?:ours|bare)-\d+-x/.exec(m.text ?? '')?.[0]
      return token ? [[token, Date.parse(m.acceptedAt)] as const] : []
    })
    if (new Map(found).size >= wanted) return new Map(found)
    if (i > 120) throw new Error(`Only ${new Map(found).size} of ${wanted} emails reached a phone.`)
    await sleep(500)
  }
}

const latencies = (sentAt: Map<string, number>, accepted: Map<string, number>, kind: string): number[] =>
  [...sentAt].filter(([token]) => token.startsWith(kind)).map(([token, at]) => (accepted.get(token) ?? Number.NaN) - at)

/** The nearest rank. */
function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}
