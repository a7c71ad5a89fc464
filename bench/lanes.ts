// Sends 10,000 messages to 50 people through the real queue on a simulated clock and judges order, pace, urgent mail and templates;
// then measures how long others wait while one person gets 10,000.
import { readPolicy } from '../server/wiring/app.ts'
import { seeded } from '../test/faults/chance.ts'
import { startHosts } from '../test/faults/lanes/hosts.ts'
import { type Evidence, judgeLanes, readRows } from '../test/faults/lanes/judge.ts'
import { configOf, type LaneWorld, type MailKind, openLaneWorld, type Phone } from '../test/faults/lanes/world.ts'
import { ownDatabase } from '../test/own-database.ts'
import { measureFairness } from './lanes/fairness.ts'
import { fewestTemplates } from './lanes/optimum.ts'

const people = 50
const messageCount = Number(process.env['LANES_MAILS'] ?? 10_000)
const hourMs = 3_600_000
const durationMs = 30 * hourMs

/** `wrong`: problems that the judge of the fault suite found. `refused`: error codes 131047, 131056 and 130429. `others_*`: milliseconds on the real clock, `moved_*` on the simulated one. */
export async function benchLanes(): Promise<string> {
  const database = await ownDatabase()
  try {
    const moved = await simulateDay(database.db)
    const fair = await measureFairness(database.db)
    return `lanes mails=${messageCount} people=${people} moved_hours=${moved.hours} ${moved.summary} ${fair}`
  } finally {
    await database.close()
  }
}

async function simulateDay(db: LaneWorld['db']): Promise<{ hours: number; summary: string }> {
  const chance = seeded(1)
  const world = openLaneWorld(db, chance)
  const { clock } = world
  const start = clock.now()
  for (let i = 0; i < people; i++) await world.addPhone()
  const hosts = startHosts(world, { count: 2, faults: 0, lostWebhooks: 0 })
  for (const [i, phone] of world.phones.entries()) simulatePerson(world, phone, i)
  scheduleMessages(world, start)
  const end = new Date(start.getTime() + durationMs)
  await run(world, end)
  for (let i = 0; i < 3 && (await isUnderWay(world)); i++) {
    for (const phone of world.phones) await world.writes(phone, 'Hello')
    await run(world, new Date(end.getTime() + (i + 1) * 2 * hourMs))
  }
  await hosts.stop()
  const { lane } = readPolicy(configOf({}))
  const evidence: Evidence = {
    ...world,
    bubbles: world.messenger.bubbles,
    refusals: world.messenger.refusals,
    rows: await readRows(db),
    rate: lane.rate,
    gapMs: lane.announce.gapMs,
    patienceMs: lane.announce.patienceMs,
  }
  const found = judgeLanes(evidence)
  for (const sentence of found.sentences.slice(0, 20)) process.stderr.write(`${sentence}\n`)
  const refused = [131_047, 131_056, 130_429].map(code => `refused_${code}=${evidence.refusals.filter(one => one === code).length}`)
  const summary = [
    `sent=${evidence.bubbles.length} lost=${found.lost} duplicates=${found.duplicates} wrong=${found.sentences.length}`,
    `urgent=${found.urgentMs.length} urgent_p50=${percentile(found.urgentMs, 50)} urgent_p95=${percentile(found.urgentMs, 95)} urgent_max=${Math.max(...found.urgentMs)}`,
    `templates=${found.templates} optimum=${fewestPossible(evidence, lane.announce)} ${refused.join(' ')}`,
  ].join(' ')
  return { hours: Math.round((clock.now().getTime() - start.getTime()) / hourMs), summary }
}

/** Messages come one at a time, in small bursts and in one rush; some are urgent, some for a digest, some for a later hour. */
function scheduleMessages(world: LaneWorld, start: Date): void {
  const { chance, clock, phones } = world
  let left = messageCount
  let posted = 0
  while (left > 0) {
    const count = Math.min(left, chance() < 0.04 ? 20 + Math.floor(chance() * 20) : 1 + Math.floor(chance() ** 3 * 6))
    left -= count
    // A third arrives within one hour.
    const at = new Date(start.getTime() + (chance() < 0.33 ? 10 * hourMs + chance() * hourMs : chance() * durationMs))
    const phone = phones[Math.floor(chance() * phones.length)]
    if (!phone) continue
    clock.at(at, async () => {
      await world.mail(
        phone,
        Array.from({ length: count }, () => kindFor(chance())),
      )
      posted += count
      if (Math.floor(posted / 1000) > Math.floor((posted - count) / 1000)) process.stderr.write(`${posted} of ${messageCount} messages\n`)
    })
  }
}

const kindFor = (dice: number): MailKind => (dice < 0.08 ? 'urgent' : dice < 0.13 ? 'digest' : dice < 0.15 ? 'later' : 'plain')

/** Some people tap announcements soon, some after hours; some never tap but write on their own. All but the last start with a closed window. */
function simulatePerson(world: LaneWorld, phone: Phone, i: number): void {
  const { chance, clock, messenger } = world
  const later = (ms: number, work: () => unknown) => clock.at(new Date(clock.now().getTime() + ms), work)
  if (i % 5 === 0) {
    const write = async () => {
      await world.writes(phone, 'Hello')
      later((15 + chance() * 12) * hourMs, write)
    }
    later(chance() * hourMs, write)
    return
  }
  const patienceMs = i % 5 < 3 ? 2 * 60_000 : 4 * hourMs
  messenger.onBubble(bubble => {
    if (bubble.phone === phone.number && bubble.type === 'template')
      later(chance() * patienceMs, () => world.writes(phone, 'Show email', `show:${bubble.deliveryId}`, bubble.wamid))
  })
}

async function run(world: LaneWorld, until: Date): Promise<void> {
  while (await world.clock.step(until));
}

async function isUnderWay({ db }: LaneWorld): Promise<boolean> {
  const open = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', 'in', ['held', 'queued', 'sending', 'unknown'])
    .limit(1)
    .execute()
  return open.length > 0
}

/** Given when windows opened: for each period with a closed window, the fewest templates that announce everything in time. */
function fewestPossible({ enqueued, inbound, bubbles }: Evidence, rules: { patienceMs: number; gapMs: number }): number {
  return [...Map.groupBy(enqueued, message => message.phone.number)].reduce((sum, [number, ofPhone]) => {
    const openings = inbound.filter(one => one.phone === number).map(one => one.at.getTime())
    const isClosed = (atMs: number) => !openings.some(opening => opening <= atMs && atMs < opening + windowMs)
    const waited = ofPhone
      .map(message => ({ atMs: dueAt(message), urgent: message.kind === 'urgent' }))
      .filter(message => isClosed(message.atMs))
      .toSorted((a, b) => a.atMs - b.atMs)
    const periods = Map.groupBy(waited, message => openings.find(opening => opening > message.atMs) ?? Number.POSITIVE_INFINITY)
    const endMs = bubbles.at(-1)?.at.getTime() ?? 0
    const fewest = [...periods].map(([opensMs, waiting]) => fewestTemplates(waiting, Math.min(opensMs, endMs), rules))
    return sum + fewest.reduce((a, b) => a + b, 0)
  }, 0)
}

/** When the person should learn of it: messages held for a later hour are due then. */
const dueAt = ({ at, kind }: Evidence['enqueued'][number]): number =>
  kind === 'plain' || kind === 'urgent' ? at.getTime() : (Math.floor(at.getTime() / hourMs) + 1) * hourMs

/** Without the last minutes of the window, which the product does not rely on either. */
const windowMs = 24 * hourMs - 5 * 60_000

/** The nearest rank. */
function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}
