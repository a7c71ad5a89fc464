// The events of a schedule: email arrives, people act, and now and then something breaks.
import { tokenOf } from './host.ts'
import { alive, Crash } from './memory.ts'
import type { SimulatedBox } from './watching.ts'
import { folderBy, folders, holderOf, host, hourMs, isPaused, restartDead, type SimulatedWorld as World } from './world.ts'

/** Each as often as it is named. */
const events: ((world: World, box: SimulatedBox) => unknown)[] = [
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
  (_world, box) => {
    for (const name of folders) box.server.leaveOut(name, [])
  },
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

export async function oneEvent(world: World): Promise<void> {
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
  world.putIn.push({ ...mail, arrivals: folders.length })
}

function putInto(world: World, box: SimulatedBox, folder: string): void {
  const { mail, raw } = world.letter(box.userId)
  box.server.deliver(folder, raw, world.now)
  world.putIn.push(mail)
  if (!isPaused(world, box)) return
  mail.isUnasked = true
  world.whilePaused.push(mail)
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

export async function lookUntilDone(world: World, box: SimulatedBox): Promise<void> {
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

export async function sendAll(world: World): Promise<void> {
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

/** A host hangs with mails in its tools, another takes over, and the first goes on as if nothing were. */
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
  await world.memory.inTransaction(alive, async rows => {
    for (const row of rows.boxes) if (row.id === box.id) Object.assign(row, { isPaused: isPausedNow, leaseToken: row.leaseToken + 1 })
  })
}

/** A sender stops repeating before a repetition counts as another mail. */
async function hoursPass(world: World): Promise<void> {
  await sendAllMail(world)
  world.now = new Date(world.now.getTime() + world.chance() * 30 * hourMs)
}

export async function sendAllMail(world: World): Promise<void> {
  host(world, 0).light(null)
  for (let i = 0; i < 100 && world.unsent.length > 0; i++) await trySenders(world)
  if (world.unsent.length > 0) throw new Error('A sender repeated a hundred times and never heard 250.')
}

function swallowCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}
