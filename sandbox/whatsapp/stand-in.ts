// What the stand-in's parts share: its state, clock and faults, and the only way to change the state.
import { randomBytes } from 'node:crypto'
import { openSandboxClock, type SandboxClock } from '../clock.ts'
import { openLedger } from '../ledger.ts'
import { type SeededRandom, seededRandom } from '../random.ts'
import { demoPhone } from './credentials.ts'
import { entryShape, type LedgerEntry } from './entries.ts'
import { type Faults, openFaults } from './faults.ts'
import { type FileStore, openFileStore } from './media/bytes.ts'
import type { Bucket } from './pair-rate.ts'
import type { StandInSettings } from './settings.ts'
import { openWebhooks, type WebhookAttempt, type Webhooks } from './webhooks.ts'
import { applyEntry, emptyWorld, type StandInWorld } from './world.ts'

type LoggedRequest = { at: number; method: string; url: string; body: unknown; status: number | null }

export type StandIn = {
  world: StandInWorld
  clock: SandboxClock
  settings: StandInSettings
  faults: Faults
  chance: SeededRandom
  webhooks: Webhooks
  attempts: WebhookAttempt[]
  requests: LoggedRequest[]
  buckets: Map<string, Bucket>
  fileBytes: FileStore
  /** Until when each phone shows the business as typing. */
  typingUntil: Map<string, number>
  /** Codes of embedded sign-ups, with their expiry. */
  signUpCodes: Map<string, number>
  listeners: Set<() => void>
  /** Writes an entry to the ledger and applies it to the state. */
  record: (entry: LedgerEntry) => void
  advance: (byMs: number) => void
  /** Deletes everything but the clock, which never runs backward. */
  reset: () => void
  stop: () => void
}

export function openStandIn(dataDir: string | null, webhookUrl: string | null, initial: StandInSettings): StandIn {
  const { past, ledger } = openLedger(dataDir, 'whatsapp.jsonl', entryShape)
  const world = emptyWorld()
  for (const entry of past) applyEntry(world, entry)
  const standIn: StandIn = {
    world,
    clock: openSandboxClock(world.offsetMs),
    settings: initial,
    faults: openFaults(),
    chance: seededRandom(initial.seed),
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
      applyEntry(world, entry)
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
      standIn.chance = seededRandom(initial.seed)
      standIn.faults.clear()
      for (const collection of [standIn.buckets, standIn.typingUntil, standIn.signUpCodes]) collection.clear()
      for (const collection of [standIn.requests, standIn.attempts]) collection.length = 0
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

/** An id that looks like Meta's: a prefix and base64, with the number inside, or the user id if the number is hidden. */
export function newWamid({ world }: StandIn, wa: string): string {
  const phone = world.phones.get(wa)
  return makeWamid(phone && phone.username !== null ? phone.userId : wa)
}

function makeWamid(wa: string): string {
  return `wamid.${Buffer.concat([Buffer.from(`\x1c\x18\x0b${wa}\x15\x02`), randomBytes(12)]).toString('base64')}`
}

function addDemoPhone(standIn: StandIn): void {
  standIn.record({ kind: 'phone', ...demoPhone, at: standIn.clock.now() })
}
