// Runs the core suite: email keeps arriving by IMAP and SMTP while the server is killed at random.

import { type Chance, seeded } from './chance.ts'
import { type Findings, judge } from './checker.ts'
import { readLedger, readPhones, untilQuiet } from './evidence.ts'
import { openPostman, type Postman } from './mails.ts'
import { misbehave, openWorld, type World } from './world.ts'

export interface CoreRun {
  kills: number
  seed: number
  /** The server to kill; another one for a planted bug. */
  entry?: string
  progress?: (text: string) => void
  quietMs?: number
  /** Each kill happens right after a sender got its 250. */
  onYes?: boolean
}

export async function runCore({ kills, seed, entry, progress, quietMs = 120_000, onYes = false }: CoreRun): Promise<Findings> {
  const chance = seeded(seed)
  const world = await openWorld({ ...(entry && { entry }), ...(onYes && { people: 1 }) })
  try {
    await misbehave(world.sandbox)
    const postman = openPostman(world, chance, seed)
    for (let kill = 1; kill <= kills; kill++) {
      if (onYes) await lifeUntilYes(world, postman)
      else await oneLife(world, postman.post, chance)
      if (kill % 10 === 0) progress?.(`${kill} of ${kills} kills, ${postman.putIn.length} mails taken`)
    }
    const server = world.startServer()
    await server.ready
    await postman.allTaken()
    const quiet = await untilQuiet(world, postman.putIn.length, quietMs)
    if (!quiet) progress?.('the ledger did not settle in time')
    const found = judge(postman.putIn, await readLedger(world), await readPhones(world))
    await server.stop()
    return found
  } finally {
    await world.close()
  }
}

/** The server lives for a moment, often while mail comes in, and now and then dies before it is ready. */
async function oneLife(world: World, post: () => Promise<unknown>, chance: Chance): Promise<void> {
  const server = world.startServer()
  if (chance() < 0.15) {
    await pause(chance() * 900)
    return server.kill()
  }
  await server.ready
  const mails = Math.floor(chance() * 8)
  for (let i = 0; i < mails; i++) {
    await post()
    await pause(chance() * 60)
  }
  await pause(chance() * 700)
  await server.kill()
  if (chance() < 0.5) await post()
}

/** The server lives until a sender got its 250. */
async function lifeUntilYes(world: World, postman: Postman): Promise<void> {
  const server = world.startServer()
  await server.ready
  await postman.post({ kind: 'address' })
  await postman.allTaken()
  await server.kill()
}

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
