// 10,000 mails to 50 people by a moved clock on the real queue: order, pace, urgent mail, templates; then how others fare beside one who gets 10,000.
import { policyOf } from '../server/wiring/app.ts'
import { seeded } from '../test/faults/chance.ts'
import { startHosts } from '../test/faults/lanes/hosts.ts'
import { type Evidence, judgeLanes, readRows } from '../test/faults/lanes/judge.ts'
import { configOf, type LaneWorld, type MailKind, openLaneWorld, type Phone } from '../test/faults/lanes/world.ts'
import { ownDatabase } from '../test/own-database.ts'
import { measureFairness } from './lanes/fairness.ts'
import { fewestTemplates } from './lanes/optimum.ts'

const people = 50
const mails = Number(process.env['LANES_MAILS'] ?? 10_000)
const hourMs = 3_600_000
const lastsMs = 30 * hourMs

/** `wrong`: what the judge of the fault suite found. `refused`: answers 131047, 131056 and 130429. `others_*`: milliseconds by the real clock, `moved_*` by the moved one. */
export async function benchLanes(): Promise<string> {
  const database = await ownDatabase()
  try {
    const moved = await movedDay(database.db)
    const fair = await measureFairness(database.db)
    return `lanes mails=${mails} people=${people} moved_hours=${moved.hours} ${moved.line} ${fair}`
  } finally {
    await database.close()
  }
}

async function movedDay(db: LaneWorld['db']): Promise<{ hours: number; line: string }> {
  const chance = seeded(1)
  const world = openLaneWorld(db, chance)
  const { clock } = world
  const start = clock.now()
  for (let i = 0; i < people; i++) await world.addPhone()
  const hosts = startHosts(world, { count: 2, faults: 0, lostWebhooks: 0 })
  for (const [i, phone] of world.phones.entries()) live(world, phone, i)
  post(world, start)
  const end = new Date(start.getTime() + lastsMs)
  await run(world, end)
  for (let i = 0; i < 3 && (await isUnderWay(world)); i++) {
    for (const phone of world.phones) await world.says(phone, 'Hello')
    await run(world, new Date(end.getTime() + (i + 1) * 2 * hourMs))
  }
  await hosts.stop()
  const { lane } = policyOf(configOf({}))
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
  const line = [
    `sent=${evidence.bubbles.length} lost=${found.lost} duplicates=${found.duplicates} wrong=${found.sentences.length}`,
    `urgent=${found.urgentMs.length} urgent_p50=${percentile(found.urgentMs, 50)} urgent_p95=${percentile(found.urgentMs, 95)} urgent_max=${Math.max(...found.urgentMs)}`,
    `templates=${found.templates} optimum=${optimumOf(evidence, lane.announce)} ${refused.join(' ')}`,
  ].join(' ')
  return { hours: Math.round((clock.now().getTime() - start.getTime()) / hourMs), line }
}

/** Singly, in small bursts and in one rush; some of each person's are urgent, some in a digest, some for a later hour. */
function post(world: LaneWorld, start: Date): void {
  const { chance, clock, phones } = world
  let left = mails
  let posted = 0
  while (left > 0) {
    const many = Math.min(left, chance() < 0.04 ? 20 + Math.floor(chance() * 20) : 1 + Math.floor(chance() ** 3 * 6))
    left -= many
    // A third comes within one hour.
    const at = new Date(start.getTime() + (chance() < 0.33 ? 10 * hourMs + chance() * hourMs : chance() * lastsMs))
    const phone = phones[Math.floor(chance() * phones.length)]
    if (!phone) continue
    clock.at(at, async () => {
      await world.mail(
        phone,
        Array.from({ length: many }, () => kindBy(chance())),
      )
      posted += many
      if (Math.floor(posted / 1000) > Math.floor((posted - many) / 1000)) process.stderr.write(`${posted} of ${mails} mails\n`)
    })
  }
}

const kindBy = (dice: number): MailKind => (dice < 0.08 ? 'urgent' : dice < 0.13 ? 'digest' : dice < 0.15 ? 'later' : 'plain')

/** Some tap announcements soon, some after hours; some never do and write by themselves; all but these begin with a closed window. */
function live(world: LaneWorld, phone: Phone, i: number): void {
  const { chance, clock, messenger } = world
  const later = (ms: number, act: () => unknown) => clock.at(new Date(clock.now().getTime() + ms), act)
  if (i % 5 === 0) {
    const write = async () => {
      await world.says(phone, 'Hello')
      later((15 + chance() * 12) * hourMs, write)
    }
    later(chance() * hourMs, write)
    return
  }
  const patienceMs = i % 5 < 3 ? 2 * 60_000 : 4 * hourMs
  messenger.onBubble(bubble => {
    if (bubble.phone === phone.number && bubble.type === 'template')
      later(chance() * patienceMs, () => world.says(phone, 'Show e-mail', `show:${bubble.deliveryId}`, bubble.wamid))
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

/** For the openings as they were: in each stretch with a closed window, the fewest templates that name all in time. */
function optimumOf({ putIn, heard, bubbles }: Evidence, rules: { patienceMs: number; gapMs: number }): number {
  return [...Map.groupBy(putIn, mail => mail.phone.number)].reduce((sum, [number, mine]) => {
    const hours = heard.filter(one => one.phone === number).map(one => one.at.getTime())
    const isClosed = (atMs: number) => !hours.some(hour => hour <= atMs && atMs < hour + windowMs)
    const waited = mine
      .map(mail => ({ atMs: dueAt(mail), urgent: mail.kind === 'urgent' }))
      .filter(mail => isClosed(mail.atMs))
      .toSorted((a, b) => a.atMs - b.atMs)
    const stretches = Map.groupBy(waited, mail => hours.find(hour => hour > mail.atMs) ?? Number.POSITIVE_INFINITY)
    const ends = bubbles.at(-1)?.at.getTime() ?? 0
    const fewest = [...stretches].map(([opensMs, those]) => fewestTemplates(those, Math.min(opensMs, ends), rules))
    return sum + fewest.reduce((a, b) => a + b, 0)
  }, 0)
}

/** When it wants to be known: what waits for its hour does so then. */
const dueAt = ({ at, kind }: Evidence['putIn'][number]): number =>
  kind === 'plain' || kind === 'urgent' ? at.getTime() : (Math.floor(at.getTime() / hourMs) + 1) * hourMs

/** Less the minutes at its end that nobody relies on. */
const windowMs = 24 * hourMs - 5 * 60_000

/** The nearest rank. */
function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}
