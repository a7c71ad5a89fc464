// Plans the fault for each run of the server between two kills; the plan depends only on the seed and the number of kills.
import { type Chance, seeded } from '../chance.ts'

export const faultKinds = [
  'dovecot_restart',
  'renumber',
  'database_kill',
  'database_full',
  'data_full',
  'hole',
  'latency',
  'stall',
  'reset',
  'half_close',
  'cut',
  'refuse',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Round {
  /** From 1 on; each ends with a kill. */
  kill: number
  fault: FaultKind | null
  /** Chance of this round alone, so that a run can go on in the middle. */
  chance: Chance
}

/** Of a thousand lives. */
const shares: Record<FaultKind, number> = {
  dovecot_restart: 40,
  renumber: 40,
  database_kill: 50,
  database_full: 25,
  data_full: 15,
  hole: 12,
  latency: 40,
  stall: 40,
  reset: 50,
  half_close: 40,
  cut: 60,
  refuse: 40,
}
/** From so many kills on, each fault comes once at least. */
const allFrom = 20

export function planRounds(kills: number, seed: number, kinds: readonly FaultKind[] = faultKinds): Round[] {
  const faults = kinds.flatMap(kind =>
    Array<FaultKind>(Math.max(kills >= allFrom ? 1 : 0, Math.round((kills * shares[kind]) / 1000))).fill(kind),
  )
  const lives = shuffled([...faults.slice(0, kills), ...Array<null>(Math.max(0, kills - faults.length)).fill(null)], seeded(seed))
  return lives.map((fault, i) => ({ kill: i + 1, fault, chance: seeded(Math.imul(seed, 1_000_003) + i + 1) }))
}

function shuffled<T>(items: T[], chance: Chance): T[] {
  return items
    .map(item => ({ item, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
