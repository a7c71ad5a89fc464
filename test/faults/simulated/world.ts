// Sets up the simulation: two people with phones, their mail servers, two hosts and one database.
import { type Chance, seeded } from '../chance.ts'
import type { PutIn, Received } from '../checker.ts'
import { filteredWord } from '../world.ts'
import type { BugHooks } from './hooks.ts'
import { type Host, startHost } from './host.ts'
import { openMailServer } from './mail-server.ts'
import { alive, type Memory, openMemory } from './memory.ts'
import type { SimulatedBox } from './watching.ts'

export interface Letter {
  mail: PutIn
  raw: Buffer
}

export interface SimulatedWorld {
  chance: Chance
  now: Date
  memory: Memory
  hosts: Host[]
  /** By mailbox: which host watches it. */
  holders: Map<string, number>
  boxes: SimulatedBox[]
  putIn: PutIn[]
  /** There before we came, and what came while its mailbox was paused. */
  old: Set<string>
  whilePaused: PutIn[]
  /** What the sender has not heard a 250 for. */
  unsent: { letter: Letter; userId: string }[]
  phones: Received[]
  restart(i: number): Promise<void>
  letter(userId: string, isPlain?: boolean): Letter
}

export const folders = ['INBOX', 'Lists']
const people = ['anna', 'ben']
export const hourMs = 3_600_000

export async function openWorld(seed: number, hooks: Partial<BugHooks> | undefined): Promise<SimulatedWorld> {
  const chance = seeded(seed)
  const memory = openMemory()
  let ids = 0
  let letters = 0
  const start = () =>
    startHost(
      memory,
      () => world.now,
      () => `id${++ids}`,
      hooks,
    )
  const startsAt = new Date('2026-11-20T22:00:00Z')
  const world: SimulatedWorld = {
    chance,
    now: new Date(startsAt.getTime() - 50 * hourMs),
    memory,
    hosts: [start(), start()],
    holders: new Map(),
    boxes: people.map(userId => ({ id: `box of ${userId}`, userId, server: openMailServer(folders), folders, startsAt })),
    putIn: [],
    old: new Set(),
    whilePaused: [],
    unsent: [],
    phones: [],
    letter: (userId, isPlain = false) => {
      const token = `t${seed}n${++letters}x`
      const mail = { token, person: userId, matches: chance() < 0.8 }
      return { mail, raw: rawOf(mail, isPlain ? () => 1 : chance, world.now, letters) }
    },
    async restart(i) {
      world.hosts[i] = start()
      await findUnknown(world)
      for (const box of world.boxes) if (world.holders.get(box.id) === i) await world.hosts[i]?.claim(box)
    },
  }
  for (const box of world.boxes) {
    memory.rows().boxes.push({ id: box.id, userId: box.userId, leaseToken: 0, isPaused: false })
    for (let i = 0; i < 4; i++) putOld(world, box)
    world.holders.set(box.id, 0)
    await world.hosts[0]?.claim(box)
  }
  world.now = startsAt
  return world
}

function putOld(world: SimulatedWorld, box: SimulatedBox): void {
  const { mail, raw } = world.letter(box.userId)
  box.server.deliver(folderBy(world.chance), raw, world.now)
  world.putIn.push({ ...mail, isUnasked: true })
  world.old.add(mail.token)
}

export async function restartDead(world: SimulatedWorld): Promise<void> {
  for (const [i, one] of world.hosts.entries()) if (one.isDead()) await world.restart(i)
}

/** What was being sent when the host died: mostly the messenger tells what became of it. */
async function findUnknown(world: SimulatedWorld): Promise<void> {
  await world.memory.inTransaction(alive, async rows => {
    for (const row of rows.deliveries.filter(delivery => delivery.state === 'sending')) {
      row.unknown++
      const token = world.memory.tokens.get(row.messageId)
      const isThere = world.phones.some(copy => copy.token === token)
      row.state = isThere && world.chance() < 0.8 ? 'delivered' : 'queued'
    }
  })
}

function rawOf({ token, matches }: PutIn, chance: Chance, now: Date, n: number): Buffer {
  const isAgain = chance() < 0.1
  return Buffer.from(
    [
      'From: Sender <sender@example.net>',
      `Subject: ${matches ? filteredWord : 'skip'} ${token}`,
      `Message-ID: <${isAgain ? 'again' : token}@example.net>`,
      `Date: ${now.toUTCString()}`,
      ...(chance() < 0.1 ? ['X-Poison: 1'] : []),
      '',
      `This is ${token}.${'.'.repeat(n)}`,
      chance() < 0.03 ? 'A line of a large mail.\r\n'.repeat(16_000) : '',
    ].join('\r\n'),
  )
}

export const folderBy = (chance: Chance): string => (chance() < 0.7 ? 'INBOX' : 'Lists')
export const isPaused = (world: SimulatedWorld, box: SimulatedBox): boolean =>
  world.memory.rows().boxes.some(row => row.id === box.id && row.isPaused)

export function host(world: SimulatedWorld, i: number): Host {
  const one = world.hosts[i]
  if (!one) throw new Error('There is no such host.')
  return one
}

export const holderOf = (world: SimulatedWorld, box: SimulatedBox): Host => host(world, world.holders.get(box.id) ?? 0)
