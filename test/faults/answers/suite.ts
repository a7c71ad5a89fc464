// Runs the reply suite: people reply and archive by phone while the server is killed and webhooks are lost, repeated or late.
import { type Chance, seeded } from '../chance.ts'
import type { Findings } from '../checker.ts'
import { openProgress } from '../mail/progress.ts'
import { withMore } from '../mail/report.ts'
import { calm } from '../whatsapp/faults.ts'
import { describePending, explainReplies, readEvidence } from './evidence.ts'
import { misbehave } from './faults.ts'
import { judgeAnswers } from './judge.ts'
import { openPeople, type People } from './people.ts'
import { type AnswersWorld, mailAddressOf, openAnswersWorld } from './world.ts'

export interface AnswersRun {
  kills: number
  seed: number
  progress?: (text: string) => void
  noteFile?: string | null
  /** The server to kill; another one for a planted bug. */
  entry?: string
}

const killsInWorld = 30
const quietMs = 240_000

export async function runAnswers(run: AnswersRun): Promise<Findings> {
  const { kills, progress = () => undefined, noteFile = null } = run
  const note = openProgress(noteFile, {})
  let { found, kill } = note.read()
  if (kill > 0) progress(`goes on after kill ${kill}; remove ${noteFile} to begin anew`)
  for (let first = true; first || kill < kills; first = false) {
    const until = Math.min(kills, kill + killsInWorld)
    found = withMore(found, await oneWorld(run, kill, until, progress))
    kill = until
    note.write({ found, measured: {}, kill })
  }
  note.remove()
  return found
}

interface Scene {
  world: AnswersWorld
  people: People
  chance: Chance
  post(): Promise<void>
}

async function oneWorld({ seed, entry }: AnswersRun, from: number, until: number, progress: (text: string) => void): Promise<Findings> {
  const world = await openAnswersWorld(entry)
  try {
    const chance = seeded(Math.imul(seed, 1_000_003) + from)
    await misbehave(world.sandbox, seed + from)
    const scene: Scene = { world, chance, people: openPeople(world, chance), post: openPostman(world, chance, seed * 1000 + from) }
    for (let kill = from; kill < Math.max(until, from + 1); kill++) {
      await oneLife(scene, 1 + Math.floor(chance() * 4))
      if ((kill + 1) % 5 === 0) progress(`${kill + 1} of ${until} kills, ${scene.people.tasks.length} mails on phones`)
    }
    return await judged(scene, progress)
  } finally {
    await world.close()
  }
}

async function oneLife({ world, chance, people, post }: Scene, rounds: number): Promise<void> {
  await world.pass(`${1 + Math.floor(chance() * 6)}m`)
  const server = world.startServer()
  let isKilled = false
  // It dies when the mail server has an answer whole and has not said so, perhaps before it is ready, or at any other moment.
  const dieNow = () => {
    isKilled = true
    return server.kill()
  }
  world.smtp.onWhole = chance() < 0.3 ? dieNow : null
  await server.ready.catch((error: unknown) => {
    if (!isKilled) throw error
  })
  for (let i = 0; i < rounds && !isKilled; i++) {
    if (chance() < 0.8) await post()
    await people.look()
    await world.pass(`${5 + Math.floor(chance() * 40)}s`)
    await pause(500 + chance() * 1500)
  }
  world.smtp.onWhole = null
  await server.kill()
}

function openPostman(world: AnswersWorld, chance: Chance, seed: number): () => Promise<void> {
  let n = 0
  return async () => {
    const person = world.people[Math.floor(chance() * world.people.length)]
    if (person) await world.dovecot.deliver(person.name, mailOf(`t${seed}n${++n}x`, mailAddressOf(person), Math.floor(chance() * 4)))
  }
}

const mailOf = (token: string, to: string, friend: number) =>
  Buffer.from(
    [
      `From: Friend ${friend} <friend${friend}@example.com>`,
      `To: ${to}`,
      `Subject: ferry urgent ${token}`,
      `Message-ID: <${token}@example.com>`,
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `This is ${token}.`,
      '',
    ].join('\r\n'),
  )

async function judged({ world, people }: Scene, progress: (text: string) => void): Promise<Findings> {
  const server = world.startServer()
  await server.ready
  await calm(world.sandbox)
  await world.untilWatched()
  if (!(await untilQuiet(world, people))) progress(`not everything came to an end: ${await describePending(world, people.tasks)}`)
  const evidence = await readEvidence(world, people.tasks)
  for (const line of await explainReplies(world, people.tasks)) progress(line)
  await server.stop()
  return judgeAnswers(evidence)
}

async function untilQuiet(world: AnswersWorld, people: People): Promise<boolean> {
  const until = Date.now() + quietMs
  for (let calmLooks = 0; Date.now() < until; ) {
    await people.look()
    await world.pass('45s')
    await pause(700)
    calmLooks = (await describePending(world, people.tasks)) === '' ? calmLooks + 1 : 0
    // What is seen now may have brought something new.
    if (calmLooks > 5) return true
  }
  return false
}

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
