// The stand-in as its parts see it: the world, its clock, its misfortunes, and the one way to change anything.
import { randomBytes } from 'node:crypto'
import { type Chance, seededChance } from '../chance.ts'
import { type Clock, openClock } from '../clock.ts'
import { openLedger } from '../ledger.ts'
import { demoPhone } from './credentials.ts'
import { type Entry, entryShape } from './entries.ts'
import { type Faults, openFaults } from './faults.ts'
import { type FileStore, openFileStore } from './media/bytes.ts'
import type { Bucket } from './pair-rate.ts'
import type { Settings } from './settings.ts'
import { type Attempt, openWebhooks, type Webhooks } from './webhooks.ts'
import { apply, emptyWorld, type World } from './world.ts'

type LoggedRequest = { at: number; method: string; url: string; body: unknown; status: number | null }

export type StandIn = {
  world: World
  clock: Clock
  settings: Settings
  faults: Faults
  chance: Chance
  webhooks: Webhooks
  attempts: Attempt[]
  requests: LoggedRequest[]
  buckets: Map<string, Bucket>
  fileBytes: FileStore
  /** Until when the business is seen typing, by phone. */
  typingUntil: Map<string, number>
  /** Codes of embedded sign-ups, with their ends. */
  signUpCodes: Map<string, number>
  listeners: Set<() => void>
  /** Writes an entry to the ledger and takes it into the world. */
  record: (entry: Entry) => void
  advance: (byMs: number) => void
  /** Forgets everything but the clock, which never runs backwards. */
  reset: () => void
  stop: () => void
}

export function openStandIn(dataDir: string | null, webhookUrl: string | null, initial: Settings): StandIn {
  const { past, ledger } = openLedger(dataDir, 'whatsapp.jsonl', entryShape)
  const world = emptyWorld()
  for (const entry of past) apply(world, entry)
  const standIn: StandIn = {
    world,
    clock: openClock(world.offsetMs),
    settings: initial,
    faults: openFaults(),
    chance: seededChance(initial.seed),
    webhooks: openWebhooks(() => standIn, webhookUrl),
    attempts: [],
    requests: [],
    buckets: new Map(),
    fileBytes: openFileStore(dataDir),
    typingUntil: new Map(),
    signUpCodes: new Map(),
    listeners: new Set(),
    record: entry => {
      ledger.append(entry)
      apply(world, entry)
      for (const listener of standIn.listeners) listener()
    },
    advance: byMs => {
      standIn.record({ kind: 'clock', offsetMs: standIn.clock.offsetMs() + byMs })
      standIn.clock.advance(byMs)
    },
    reset: () => {
      ledger.clear()
      standIn.webhooks.clear()
      standIn.fileBytes.clear()
      Object.assign(world, emptyWorld())
      standIn.settings = initial
      standIn.chance = seededChance(initial.seed)
      standIn.faults.clear()
      for (const kept of [standIn.buckets, standIn.typingUntil, standIn.signUpCodes]) kept.clear()
      for (const kept of [standIn.requests, standIn.attempts]) kept.length = 0
      standIn.record({ kind: 'clock', offsetMs: standIn.clock.offsetMs() })
      addDemoPhone(standIn)
    },
    stop: () => {
      standIn.webhooks.stop()
      standIn.clock.stop()
      ledger.close()
    },
  }
  if (world.phones.size === 0) addDemoPhone(standIn)
  return standIn
}

/** An id as Meta's look: base64 behind a prefix, with the number inside, or the user id where the number is hidden. */
export function newWamid({ world }: StandIn, wa: string): string {
  const phone = world.phones.get(wa)
  return wamidOf(phone && phone.username !== null ? phone.userId : wa)
}

function wamidOf(wa: string): string {
  return `wamid.${Buffer.concat([Buffer.from(`\x1c\x18\x0b${wa}\x15\x02`), randomBytes(12)]).toString('base64')}`
}

function addDemoPhone(standIn: StandIn): void {
  standIn.record({ kind: 'phone', ...demoPhone, at: standIn.clock.now() })
}
