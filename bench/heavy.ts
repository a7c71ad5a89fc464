// Asks one user's every list, sum, search and send a dozen times, with 100,000 messages among 500 users with 1,000: the last must be as fast as the first; then leaves 200 slow requests, which nobody else may feel.
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { ask } from '../test/faults/api.ts'
import { listRequests } from './growth/requests.ts'
import { percentile, timed } from './growth/timing.ts'
import { type GrowthWorld, openGrowthWorld } from './growth/world.ts'
import { abandonRequests } from './heavy/abandoned.ts'

const rounds = 12
/** PostgreSQL may change to a plan for all users after the fifth execution. */
const firstRounds = 5
const mostRatio = 2
/** What the machine itself adds to a request now and then. */
const noiseMs = 25

const Page = z.object({ items: z.array(z.object({ id: z.string(), datedAt: z.string() })) })

/** `--messages N`: how many the heavy user has. Exits with 1 when the last is slower than twice the first, or others wait. */
export async function benchHeavy(): Promise<string> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { messages: { type: 'string', default: '100000' } } })
  const messages = Number(values.messages)
  // The fewest: one or two for each kind of work, so that each statement is repeated on the same one.
  const world = await openGrowthWorld(messages, { DATABASE_CONNECTIONS: '4' })
  try {
    const repeated = await repeatAll(world)
    const slower = repeated.filter(({ first, last }) => last > mostRatio * first + noiseMs)
    for (const { name, first, last } of slower) note(`${name} became slower: ${first.toFixed(1)} ms, then ${last.toFixed(1)} ms`)
    const p50 = (of: 'first' | 'last') =>
      percentile(
        repeated.map(one => one[of]),
        50,
      ).toFixed(1)
    const slowest = repeated.toSorted((a, b) => b.last - a.last)[0]
    const abandoned = await abandonRequests(world)
    process.exitCode = slower.length > 0 || !abandoned.isUnfelt ? 1 : 0
    return `heavy messages=${messages} requests=${repeated.length} rounds=${rounds} first_p50_ms=${p50('first')} last_p50_ms=${p50('last')} slower=${slower.length} slowest="${slowest?.name}" slowest_ms=${slowest?.last.toFixed(1)} ${abandoned.line}`
  } finally {
    await world.close()
  }
}

interface Repeated {
  name: string
  /** Milliseconds: the median of the first five, and of the last five. */
  first: number
  last: number
}

async function repeatAll(world: GrowthWorld): Promise<Repeated[]> {
  const { url, heavy } = world
  const { token } = heavy
  const middle = new Date(Date.now() - 182 * 86_400_000)
  const { items } = Page.parse(await ask(url, 'GET', `/api/messages?limit=1&until=${middle.toISOString()}`, { token }))
  const [item] = items
  if (!item) throw new Error('The history has no middle.')
  const cursor = Buffer.from(`${item.datedAt} ${item.id}`).toString('base64url')
  const repeated: Repeated[] = []
  for (const { name, path } of listRequests(world, cursor, item.id))
    repeated.push(await repeat(name, () => ask(url, 'GET', path, { token, timeoutMs: 120_000 })))
  repeated.push(
    await repeat('send', async round => {
      await world.sendMail(`ferry number ${round}.`)
      await world.untilAccepted(`ferry number ${round}.`)
    }),
  )
  return repeated
}

async function repeat(name: string, work: (round: number) => Promise<unknown>): Promise<Repeated> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(() => work(round)))
  const [first, last] = [percentile(times.slice(0, firstRounds), 50), percentile(times.slice(-firstRounds), 50)]
  note(`${first.toFixed(1).padStart(9)} ${last.toFixed(1).padStart(9)} ms  ${name}`)
  return { name, first, last }
}

const note = (text: string) => void process.stderr.write(`${text}\n`)
