// Simulates hours of messages, people, faults and dying hosts, then lets everything settle and judges the result.
import type { Db } from '../../../server/foundation/db/pool.ts'
import { readPolicy } from '../../../server/wiring/app.ts'
import { seeded } from '../chance.ts'
import { type HostOptions, type Hosts, startHosts } from './hosts.ts'
import { judgeLanes, type LaneFindings, readRows } from './judge.ts'
import type { Bubble } from './messenger.ts'
import { configOf, type LaneHooks, type LaneWorld, type MailKind, openLaneWorld, type Phone } from './world.ts'

export interface Bug extends Pick<HostOptions, 'wrapDeps' | 'typeOf' | 'carries'> {
  hooks?: Partial<LaneHooks>
  /** Settings of the server, as somebody might get them wrong. */
  env?: Record<string, string>
}

export interface Play {
  lastsMs: number
  /** Of a hundred calls, and of a hundred webhooks. */
  faults: number
  lostWebhooks: number
  hosts: number
  /** Says what happens when. */
  begin(world: LaneWorld, hosts: Hosts): Promise<void>
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** Long enough for what waited, and shorter than the week after which mail is too old; of a planted bug nobody waits for the end. */
const calmMs = { honest: 4 * 24 * hourMs, planted: 12 * hourMs }

export async function runPlay(db: Db, seed: number, play: Play, bug?: Bug): Promise<LaneFindings> {
  await empty(db)
  const world = openLaneWorld(db, seeded(seed), bug?.env, bug?.hooks)
  const start = world.clock.now()
  const until = (ms: number) => new Date(start.getTime() + ms)
  const options = { count: play.hosts, faults: play.faults, lostWebhooks: play.lostWebhooks, ...bug }
  const hosts = startHosts(world, options)
  await play.begin(world, hosts)
  await run(world, until(play.lastsMs))
  options.faults = 0
  for (let ms = 0; ms < calmMs[bug ? 'planted' : 'honest'] && !(await areAllFinal(db)); ms += 12 * hourMs) {
    for (const phone of world.phones) await world.writes(phone, 'Hello')
    await run(world, until(play.lastsMs + ms + 12 * hourMs))
  }
  await hosts.stop()
  // What is right is what the server has when nothing is planted.
  const { lane } = readPolicy(configOf({}))
  return judgeLanes({
    ...world,
    bubbles: world.messenger.bubbles,
    refusals: world.messenger.refusals,
    rows: await readRows(db),
    rate: lane.rate,
    gapMs: lane.announce.gapMs,
    patienceMs: play.faults > 0 ? null : lane.announce.patienceMs,
  })
}

/** All that can happen, by chance. */
export const anything: Play = {
  lastsMs: 6 * hourMs,
  faults: 30,
  lostWebhooks: 20,
  hosts: 2,
  async begin(world, hosts) {
    const { chance, clock, messenger } = world
    const soon = () => new Date(clock.now().getTime() + chance() * anything.lastsMs)
    const end = new Date(clock.now().getTime() + anything.lastsMs)
    const first = await world.addPhone()
    for (const userId of [first.userId, undefined, undefined]) await world.addPhone(userId)
    messenger.onBubble(bubble => react(world, bubble, end))
    for (let i = 0; i < 14; i++) clock.at(soon(), () => oneEvent(world))
    for (let i = 0; i < 5; i++) clock.at(soon(), hosts.kill)
  },
}

async function run(world: LaneWorld, until: Date): Promise<void> {
  while (await world.clock.step(until));
}

async function oneEvent(world: LaneWorld): Promise<void> {
  const { chance, phones, clock } = world
  const phone = phones[Math.floor(chance() * phones.length)]
  if (!phone) return
  const dice = chance()
  if (dice < 0.15) return world.writes(phone, 'Hello')
  if (dice < 0.22) return rest(world, phone)
  const many = dice < 0.35 ? 12 + Math.floor(chance() * 10) : 1 + Math.floor(chance() * 4)
  await world.mail(
    phone,
    Array.from({ length: many }, () => kindBy(chance())),
  )
  // Often more comes soon.
  if (chance() < 0.4) clock.at(new Date(clock.now().getTime() + chance() * minuteMs), () => world.mail(phone, [kindBy(chance())]))
}

const kindBy = (dice: number): MailKind => (dice < 0.7 ? 'plain' : dice < 0.85 ? 'urgent' : dice < 0.92 ? 'digest' : 'later')

/** A tap on the button of a rest, and sometimes one that ends it. */
async function rest(world: LaneWorld, phone: Phone): Promise<void> {
  const { clock, chance } = world
  await world.pausesFor24h(phone)
  if (chance() < 0.7) clock.at(new Date(clock.now().getTime() + chance() * 2 * hourMs), () => world.resumes(phone))
}

/** Some tap an announcement soon, some later, some never. */
function react(world: LaneWorld, bubble: Bubble, until: Date): void {
  const { clock, chance, phones } = world
  const phone = phones.find(one => one.number === bubble.phone)
  if (bubble.type !== 'template' || !phone || chance() < 0.3) return
  const at = new Date(clock.now().getTime() + chance() ** 2 * 90 * minuteMs)
  if (at < until) clock.at(at, () => world.writes(phone, 'Show email', `show:${bubble.deliveryId}`, bubble.wamid))
}

async function areAllFinal(db: Db): Promise<boolean> {
  const open = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', 'not in', ['delivered', 'read', 'failed', 'cancelled', 'expired'])
    .limit(1)
    .execute()
  return open.length === 0
}

async function empty(db: Db): Promise<void> {
  for (const table of ['attempts', 'deliveries', 'lanes', 'destinations', 'inbound_messages', 'messenger_numbers', 'usage'] as const)
    await db.deleteFrom(table).execute()
}
