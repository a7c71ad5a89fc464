// Runs the WhatsApp suite: a third of calls and webhooks fail, windows open and close, and the server is killed.

import { type Chance, seeded } from '../chance.ts'
import type { Findings } from '../checker.ts'
import { openProgress } from '../mail/progress.ts'
import { withMore } from '../mail/report.ts'
import { describePending, kindsOf, readMessages, readRows } from './evidence.ts'
import { calm, misbehave } from './faults.ts'
import { judgeSending, type SendingEvidence } from './judge.ts'
import { openPeople, type People, readBubbles } from './people.ts'
import { openSendingPostman, type SendingPostman } from './postman.ts'
import { type EmailKind, openSendingWorld, type SendingWorld } from './world.ts'

export interface WhatsAppRun {
  kills: number
  seed: number
  progress?: (text: string) => void
  /** Where it notes how far it is; null keeps no note. */
  noteFile?: string | null
  /** The server to kill; another one for a planted bug. */
  entry?: string
  quietMs?: number
}

/** Judged in worlds of so many kills each, so that a run that breaks off goes on with the next of them. */
const killsInWorld = 30

export async function runWhatsApp(run: WhatsAppRun): Promise<Findings & { report: string[] }> {
  const { kills, progress = () => undefined, noteFile = null } = run
  const nothing: Met = { counts: {} }
  const note = openProgress(noteFile, nothing)
  let { found, measured, kill } = note.read()
  if (kill > 0) progress(`resumes after kill ${kill}; remove ${noteFile} to start over`)
  // Without kills there is one world all the same.
  for (let first = true; first || kill < kills; first = false) {
    const until = Math.min(kills, kill + killsInWorld)
    const part = await oneWorld(run, kill, until, progress)
    found = withMore(found, part.found)
    measured = { counts: withCounts(measured.counts, part.counts) }
    kill = until
    note.write({ found, measured, kill })
  }
  note.remove()
  const counted = Object.entries(measured.counts).map(([kind, count]) => `${kind}=${count}`)
  return { ...found, report: [`met and sent: ${counted.join(' ')}`] }
}

/** How often each fault was met. */
interface Met {
  counts: Record<string, number>
}

function withCounts(all: Record<string, number>, more: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    [...new Set([...Object.keys(all), ...Object.keys(more)])].map(kind => [kind, (all[kind] ?? 0) + (more[kind] ?? 0)]),
  )
}

interface Scene {
  world: SendingWorld
  postman: SendingPostman
  people: People
  chance: Chance
}

async function oneWorld({ seed, entry, quietMs = 180_000 }: WhatsAppRun, from: number, until: number, progress: (text: string) => void) {
  const world = await openSendingWorld(entry)
  try {
    const chance = seeded(Math.imul(seed, 1_000_003) + from)
    await misbehave(world.sandbox, seed + from)
    const scene: Scene = {
      world,
      chance,
      postman: openSendingPostman(world, chance, seed * 1000 + from),
      people: openPeople(world, chance),
    }
    // Without a kill a life is as long as it needs.
    for (let kill = from; kill < Math.max(until, from + 1); kill++) {
      await oneLife(scene, until === from ? 20 : 1 + Math.floor(chance() * 3))
      if ((kill + 1) % 5 === 0) progress(`${kill + 1} of ${until} kills, ${scene.postman.posted.length} mails taken`)
    }
    return await judged(scene, quietMs, progress)
  } finally {
    await world.close()
  }
}

/** The server lives while mail comes, time passes and people act, and is killed; now and then before it is ready. */
async function oneLife(scene: Scene, rounds: number): Promise<void> {
  const { world, chance, people } = scene
  // Long stretches pass while it is dead: it asks for the hour each second, and would not see a window close in between.
  await world.pass(leap(chance()))
  const server = world.startServer()
  if (chance() < 0.1) {
    await pause(chance() * 900)
    return server.kill()
  }
  await server.ready
  for (let i = 0; i < rounds; i++) {
    postSome(scene)
    await people.look()
    await world.pass(`${20 + Math.floor(chance() * 100)}s`)
    await pause(300 + chance() * 900)
  }
  await server.kill()
}

/** Mostly minutes; sometimes hours, and now and then a day in which all windows close. */
const leap = (dice: number): string => (dice < 0.06 ? '25h' : dice < 0.35 ? `${Math.ceil(dice * 10)}h` : `${Math.ceil(dice * 4)}m`)

function postSome({ postman, chance, world }: Scene): void {
  if (chance() < 0.12) {
    const person = world.people[Math.floor(chance() * world.people.length)]
    for (let i = 0; i < 15; i++) postman.post('plain', person)
  }
  const mails = Math.floor(chance() * 5)
  for (let i = 0; i < mails; i++) postman.post(kindFor(chance()))
}

const kindFor = (dice: number): EmailKind | null =>
  dice < 0.55 ? 'plain' : dice < 0.72 ? 'urgent' : dice < 0.82 ? 'digest' : dice < 0.9 ? 'quiet' : null

async function judged({ world, postman, people }: Scene, quietMs: number, progress: (text: string) => void) {
  const server = world.startServer()
  await server.ready
  const met = await calm(world.sandbox)
  people.calmDown()
  await postman.allTaken()
  if (!(await untilQuiet(world, people, quietMs))) progress(`not everything was sent in time: ${await describePending(world)}`)
  const evidence: SendingEvidence = {
    posted: postman.posted,
    bubbles: await readBubbles(world.sandbox),
    rows: await readRows(world),
    messages: await readMessages(world),
    dropped: met['drop-webhook'] ?? 0,
  }
  const found = judgeSending(evidence)
  await server.stop()
  return { found, counts: withCounts(met, kindsOf(evidence)) }
}

/** People write, and hours pass, until nothing waits any more; says whether that came about. */
async function untilQuiet(world: SendingWorld, people: People, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs
  for (let i = 0; Date.now() < until; i++) {
    if (i % 20 === 0) {
      await people.sayHello()
      // Heard before more time passes, in which a window could close that the server holds for open.
      await pause(1500)
    }
    await people.look()
    // A rest that was asked for last ends within the time.
    await world.pass('6m')
    await pause(400)
    if ((await describePending(world)) !== '') continue
    // What was accepted is told of; what was dropped never is.
    await pause(2500)
    return true
  }
  return false
}

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
