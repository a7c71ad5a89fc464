// Measures what a user feels whose history grows to a million messages, among 500 users with 1,000 each: every list, sum and search, trials, saving, past runs, exports and new email.
import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { ask } from '../test/faults/api.ts'
import { type Measured, measureBackground } from './growth/background.ts'
import { before } from './growth/before.ts'
import { listRequests } from './growth/requests.ts'
import { percentile, timeRounds } from './growth/timing.ts'
import { type GrowthWorld, openGrowthWorld } from './growth/world.ts'

const rounds = 20
const startBoundMs = 3000
const Page = z.object({ items: z.array(z.object({ id: z.string(), datedAt: z.string() })) })

/** `--sizes 10000,100000,1000000`. Exits with 1 when a figure of the largest size is over its bound. */
export async function benchGrowth(): Promise<string> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { sizes: { type: 'string', default: '10000,100000,1000000' } } })
  const sizes = values.sizes.split(',').map(Number)
  let largest: Measured[] = []
  for (const messages of sizes) {
    const world = await openGrowthWorld(messages)
    try {
      largest = await measureWorld(world)
      note(`\n${messages} messages: p50 and p95 in ms, the bound of p95, and p50 before at 1,000,000`)
      for (const one of largest) note(toLine(one))
    } finally {
      await world.close()
    }
  }
  const over = largest.filter(isOver)
  process.exitCode = over.length > 0 ? 1 : 0
  return `growth sizes=${sizes.join(',')} figures=${largest.length} over=${over.length}${over.map(({ name, times }) => ` "${name}"=${percentile(times, 95).toFixed(0)}`).join('')}`
}

async function measureWorld(world: GrowthWorld): Promise<Measured[]> {
  const { url, heavy } = world
  const { token } = heavy
  const middle = new Date(Date.now() - 182 * 86_400_000)
  const { items } = Page.parse(await ask(url, 'GET', `/api/messages?limit=1&until=${middle.toISOString()}`, { token }))
  const [item] = items
  if (!item) throw new Error('The history has no middle.')
  const measured: Measured[] = [{ name: 'server start', times: [world.startMs], boundMs: startBoundMs }]
  const cursor = Buffer.from(`${item.datedAt} ${item.id}`).toString('base64url')
  for (const { name, path, boundMs } of listRequests(world, cursor, item.id))
    measured.push({ name, boundMs, times: await timeRounds(rounds, () => ask(url, 'GET', path, { token, timeoutMs: 120_000 })) })
  return [...measured, ...(await measureBackground(world))]
}

const isOver = ({ times, boundMs }: Measured): boolean => boundMs !== null && percentile(times, 95) > boundMs

function toLine(measured: Measured): string {
  const { name, times, boundMs, note: reached } = measured
  const figure = (ms: number | undefined) => (ms === undefined ? '' : ms.toFixed(ms < 100 ? 1 : 0)).padStart(9)
  const bound = boundMs === null ? ''.padStart(9) : figure(boundMs)
  return `${figure(percentile(times, 50))}${figure(percentile(times, 95))}${bound}${figure(before[name])} ${isOver(measured) ? 'over' : '    '}  ${name}${reached ? ` (${reached})` : ''}`
}

const note = (text: string) => void process.stderr.write(`${text}\n`)
