// A schedule of mails and faults by its seed, over the real draining and forwarding in memory, and what the judge finds at its end.
import { type Chance, seeded } from '../chance.ts'
import { type Findings, judge, judgeHoles, type LedgerLine, type PutIn, type Received } from '../checker.ts'
import { filteredWord } from '../world.ts'
import { Crash, type Host, type Seams, type SimulatedBox, startHost, tokenOf } from './host.ts'
import { openMailServer } from './mail-server.ts'
import { type Memory, openMemory, type Rows } from './memory.ts'
import { type Belief, fallSilent } from './silence.ts'

export interface Bug {
  seams?: Partial<Seams>
  belief?: Partial<Belief>
}

interface Letter {
  mail: PutIn
  raw: Buffer
}

interface World {
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

const folders = ['INBOX', 'Lists']
const people = ['anna', 'ben']
const hourMs = 3_600_000

/** Everything that is wrong at the end of a schedule of about `events` events; an honest server leaves nothing. */
export async function simulate(seed: number, { seams, belief }: Bug = {}, events = 40): Promise<Findings> {
  const world = await openWorld(seed, seams)
  for (let i = 0; i < events; i++) {
    world.now = new Date(world.now.getTime() + world.chance() * 600_000)
    await oneEvent(world)
  }
  await settle(world)
  const found = judge(world.putIn, ledgerOf(world.memory.rows()), world.phones)
  const late = judgeHoles([fallSilent(world.chance, belief), fallSilent(world.chance, belief)])
  return { ...found, sentences: [...found.sentences, ...late] }
}

async function openWorld(seed: number, seams: Partial<Seams> | undefined): Promise<World> {
  const chance = seeded(seed)
  const memory = openMemory()
  let ids = 0
  let letters = 0
  const start = () =>
    startHost(
      memory,
      () => world.now,
      () => `id${++ids}`,
      seams,
    )
  const startsAt = new Date('2026-11-20T22:00:00Z')
  const world: World = {
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

/** Each as often as it is named. */
const events: ((world: World, box: SimulatedBox) => Promise<unknown> | unknown)[] = [
  post,
  post,
  post,
  post,
  postTwice,
  postBySmtp,
  postBySmtp,
  lookWithFaults,
  lookWithFaults,
  lookWithFaults,
  lookWithFaults,
  (world, box) => lookUntilDone(world, box),
  sendSome,
  sendSome,
  (_world, box) => box.server.drop(),
  (_world, box) => box.server.renumber('INBOX'),
  leaveOut,
  leaveOut,
  (_world, box) => folders.forEach(name => void box.server.leaveOut(name, [])),
  expunge,
  restore,
  killHost,
  killHost,
  takeOver,
  zombie,
  pause,
  resume,
  hoursPass,
]

async function oneEvent(world: World): Promise<void> {
  const event = events[Math.floor(world.chance() * events.length)]
  const box = world.boxes[Math.floor(world.chance() * world.boxes.length)]
  if (event && box) await event(world, box)
}

function post(world: World, box: SimulatedBox): void {
  for (let i = 0; i <= world.chance() * 4; i++) putInto(world, box, folderBy(world.chance))
}

/** Mails come, and some of them the server lists and does not hand over. */
function leaveOut(world: World, box: SimulatedBox): void {
  post(world, box)
  const name = folderBy(world.chance)
  const last = box.server.list(name).slice(-4)
  box.server.leaveOut(
    name,
    last.flatMap(({ uid }) => (world.chance() < 0.4 ? [uid] : [])),
  )
}

/** A list sends it, and its author too: one mail in two folders. */
function postTwice(world: World, box: SimulatedBox): void {
  if (isPaused(world, box)) return
  // Of one that nobody can read whole, nobody can tell that it is the same.
  const { mail, raw } = world.letter(box.userId, true)
  for (const name of folders) box.server.deliver(name, raw, world.now)
  world.putIn.push({ ...mail, ways: folders.length })
}

function putInto(world: World, box: SimulatedBox, folder: string): void {
  const { mail, raw } = world.letter(box.userId)
  box.server.deliver(folder, raw, world.now)
  world.putIn.push(mail)
  if (!isPaused(world, box)) return
  mail.isUnasked = true
  world.whilePaused.push(mail)
}

function putOld(world: World, box: SimulatedBox): void {
  const { mail, raw } = world.letter(box.userId)
  box.server.deliver(folderBy(world.chance), raw, world.now)
  world.putIn.push({ ...mail, isUnasked: true })
  world.old.add(mail.token)
}

async function postBySmtp(world: World, box: SimulatedBox): Promise<void> {
  for (let i = 0; i <= world.chance() * 3; i++) world.unsent.push({ letter: world.letter(box.userId), userId: box.userId })
  if (world.chance() < 0.3) host(world, 0).light(Math.floor(world.chance() * 15))
  await trySenders(world)
  host(world, 0).light(null)
}

/** A sender repeats until it hears 250; some do not hear it and repeat once more. */
async function trySenders(world: World): Promise<void> {
  const trying = world.unsent
  world.unsent = []
  const one = async (unsent: World['unsent'][number]) => {
    const { letter, userId } = unsent
    try {
      await host(world, 0).takeBySmtp(userId, `address of ${userId}`, letter.raw)
      if (!world.putIn.includes(letter.mail)) world.putIn.push(letter.mail)
      if (world.chance() < 0.2) world.unsent.push(unsent)
    } catch {
      world.unsent.push(unsent)
    }
  }
  await Promise.all(trying.map(one))
  await restartDead(world)
}

async function lookWithFaults(world: World, box: SimulatedBox): Promise<void> {
  const { chance } = world
  const holder = holderOf(world, box)
  if (chance() < 0.4) holder.light(Math.floor(chance() * 14))
  if (chance() < 0.2) box.server.breakAfter(Math.floor(chance() * 3))
  world.memory.failNext(chance() < 0.15)
  await holder.look(box).catch(swallowCrash)
  box.server.breakAfter(null)
  holder.light(null)
  world.memory.failNext(false)
  await restartDead(world)
}

async function lookUntilDone(world: World, box: SimulatedBox): Promise<void> {
  for (const name of folders) box.server.leaveOut(name, [])
  box.server.breakAfter(null)
  for (let i = 0; i < 20; i++) if (await holderOf(world, box).look(box)) return
}

async function sendSome(world: World): Promise<void> {
  if (world.chance() < 0.2) host(world, 0).light(Math.floor(world.chance() * 10))
  await sendAll(world).catch(swallowCrash)
  host(world, 0).light(null)
  await restartDead(world)
}

async function sendAll(world: World): Promise<void> {
  const phone = (userId: string, messageId: string) => {
    world.phones.push({ token: world.memory.tokens.get(messageId) ?? messageId, person: userId })
  }
  while (await host(world, 0).send(phone));
}

/** A person deletes what we have had long since, or what was there before. */
function expunge(world: World, { id, server }: SimulatedBox): void {
  const kept = new Set([...world.old, ...world.memory.rows().messages.flatMap(row => (row.mailboxId === id ? [row.token] : []))])
  for (const name of folders) {
    const mine = server.list(name).filter(({ raw }) => kept.has(tokenOf(raw)))
    const one = mine[Math.floor(world.chance() * mine.length)]
    if (one) server.expunge(name, one.uid)
  }
}

async function restore(world: World, box: SimulatedBox): Promise<void> {
  if (isPaused(world, box)) return
  await lookUntilDone(world, box)
  const last = box.server.list('INBOX').at(-1 - Math.floor(world.chance() * 3))
  if (!last) return
  box.server.restore('INBOX', last.uid)
  // Should as many mails come before anybody looks, no number tells of it.
  await lookUntilDone(world, box)
}

async function killHost(world: World): Promise<void> {
  const i = world.chance() < 0.7 ? 0 : 1
  host(world, i).light(0)
  await world.restart(i)
}

async function takeOver(world: World, box: SimulatedBox): Promise<void> {
  const other = world.holders.get(box.id) === 0 ? 1 : 0
  world.holders.set(box.id, other)
  await host(world, other).claim(box)
  if (world.chance() < 0.5) await host(world, 1 - other).look(box)
}

/** A host hangs with mails in its hands, another takes over, and the first goes on as if nothing were. */
async function zombie(world: World, box: SimulatedBox): Promise<void> {
  if (isPaused(world, box)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = holderOf(world, box)
  box.server.hold(promise)
  const hanging = first.look(box)
  for (let i = 0; i < 20; i++) await new Promise(done => setImmediate(done))
  box.server.hold(Promise.resolve())
  await takeOver(world, box)
  if (world.chance() < 0.5) post(world, box)
  await lookUntilDone(world, box)
  resolve()
  await hanging
  await first.look(box)
}

/** Whoever watches it is not told, but by the token. */
async function pause(world: World, box: SimulatedBox): Promise<void> {
  if (isPaused(world, box)) return
  await lookUntilDone(world, box)
  await change(world, box, true)
}

/** What came meanwhile is taken now. */
async function resume(world: World, box: SimulatedBox): Promise<void> {
  if (!isPaused(world, box)) return
  await change(world, box, false)
  for (const mail of world.whilePaused) if (mail.person === box.userId) mail.isUnasked = false
  await holderOf(world, box).claim(box)
}

async function change(world: World, box: SimulatedBox, isPausedNow: boolean): Promise<void> {
  const alive = () => undefined
  await world.memory.inTransaction(alive, async rows => {
    for (const row of rows.boxes) if (row.id === box.id) Object.assign(row, { isPaused: isPausedNow, leaseToken: row.leaseToken + 1 })
  })
}

/** A sender stops repeating before a repetition counts as another mail. */
async function hoursPass(world: World): Promise<void> {
  await sendAllMail(world)
  world.now = new Date(world.now.getTime() + world.chance() * 30 * hourMs)
}

async function sendAllMail(world: World): Promise<void> {
  host(world, 0).light(null)
  while (world.unsent.length > 0) await trySenders(world)
}

async function settle(world: World): Promise<void> {
  await sendAllMail(world)
  for (const box of world.boxes) await lookUntilDone(world, box)
  await sendAll(world)
}

async function restartDead(world: World): Promise<void> {
  for (const [i, one] of world.hosts.entries()) if (one.isDead()) await world.restart(i)
}

/** What was being sent when the host died: mostly the messenger tells what became of it. */
async function findUnknown(world: World): Promise<void> {
  const alive = () => undefined
  await world.memory.inTransaction(alive, async rows => {
    for (const row of rows.deliveries.filter(delivery => delivery.state === 'sending')) {
      row.unknown++
      const token = world.memory.tokens.get(row.messageId)
      const isThere = world.phones.some(copy => copy.token === token)
      row.state = isThere && world.chance() < 0.8 ? 'delivered' : 'queued'
    }
  })
}

function ledgerOf({ messages, verdicts, deliveries }: Rows): LedgerLine[] {
  return messages.flatMap(({ id, token, userId }) => {
    const theirs = verdicts.filter(verdict => verdict.messageId === id)
    const sent = deliveries.filter(delivery => delivery.messageId === id)
    const unknownAttempts = sent.reduce((sum, delivery) => sum + delivery.unknown, 0)
    const standing = sent.length === 0 ? 'not_matched' : sent.every(delivery => delivery.state === 'delivered') ? 'forwarded' : 'under_way'
    const line = { token, person: userId, standing, unknownAttempts }
    return theirs.length === 0 ? [{ ...line, standing: 'without a verdict' }] : theirs.map(() => line)
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

const folderBy = (chance: Chance): string => (chance() < 0.7 ? 'INBOX' : 'Lists')
const isPaused = (world: World, box: SimulatedBox): boolean => world.memory.rows().boxes.some(row => row.id === box.id && row.isPaused)

function host(world: World, i: number): Host {
  const one = world.hosts[i]
  if (!one) throw new Error('There is no such host.')
  return one
}

const holderOf = (world: World, box: SimulatedBox): Host => host(world, world.holders.get(box.id) ?? 0)

function swallowCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}
