// Runs the abuse suite: people live in peace for a while, then beside an outsider who uses every open door at full speed.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { seeded } from '../faults/chance.ts'
import { openLife } from './acts.ts'
import { type AbuseResult, judgeAbuse } from './judge.ts'
import type { MemorySample } from './measure.ts'
import { type AbuseWorld, openAbuseWorld } from './world.ts'

export interface AbuseRun {
  minutes: number
  quietMinutes: number
  people: number
  seed: number
  /** By their names in bugs.ts. */
  bugs?: string[]
  progress?: (text: string) => void
}

/** How many people's email and Mailferry addresses the outsider knows. */
const knownPeople = 3
const memoryEveryMs = 2000

export async function runAbuse({ minutes, quietMinutes, people, seed, bugs = [], progress }: AbuseRun): Promise<AbuseResult & Attacks> {
  const world = await openAbuseWorld({ people, bugs })
  const life = openLife(world, seeded(seed), seed)
  try {
    progress?.(`${people} people are there`)
    // Everything is compiled, and every connection open.
    await life.live(quietMinutes * 20_000)
    const quiet = await life.live(quietMinutes * 60_000)
    progress?.(`quiet for ${quietMinutes} min, ${quiet.failures.length} failures, ${Math.round(world.readMemory())} MB`)
    for (const failure of quiet.failures.slice(0, 3)) progress?.(`already when it was quiet: ${failure}`)
    const outsider = startOutsider(world, seed)
    const memory: MemorySample[] = []
    const startedAt = performance.now()
    const measure = setInterval(
      () => memory.push({ at: (performance.now() - startedAt) / 60_000, megabytes: world.readMemory() }),
      memoryEveryMs,
    )
    const tell = setInterval(() => progress?.(describe(outsider.counts(), memory.at(-1))), 30_000)
    const abused = await life.live(minutes * 60_000)
    clearInterval(measure)
    clearInterval(tell)
    outsider.process.kill('SIGKILL')
    progress?.(describe(outsider.counts(), memory.at(-1)))
    const counts = Object.entries(outsider.counts())
    const sum = (isWanted: (what: string) => boolean) => counts.reduce((all, [what, n]) => all + (isWanted(what) ? n : 0), 0)
    const attacks = { requests: sum(what => /^\d/.test(what)), smtpCommands: sum(what => what.startsWith('smtp')) }
    return { ...judgeAbuse({ quiet, abused, memory }), ...attacks }
  } finally {
    life.stop()
    await world.close()
  }
}

interface Attacks {
  requests: number
  smtpCommands: number
}

const Counts = z.record(z.string(), z.number())

function startOutsider({ base, smtpPort, people }: AbuseWorld, seed: number): { process: ChildProcess; counts(): Record<string, number> } {
  const known = people.slice(0, knownPeople)
  const env = {
    ...{ WEB_PORT: new URL(base).port, SMTP_PORT: String(smtpPort), SEED: String(seed), PATH: process.env['PATH'] ?? '' },
    KNOWN: JSON.stringify({ emails: people.map(({ email }) => email), addresses: known.map(({ address }) => address) }),
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'outsider.ts')], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let counts: Record<string, number> = {}
  child.on('message', message => (counts = Counts.parse(message)))
  return { process: child, counts: () => counts }
}

const describe = (counts: Record<string, number>, memory: MemorySample | undefined): string =>
  `${Math.round(memory?.megabytes ?? 0)} MB, ${Object.entries(counts)
    .map(([what, n]) => `${what}: ${n}`)
    .join(', ')}`
