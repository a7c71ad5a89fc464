// The folders of one connection: drained one by one, the first listened to, the others polled in rounds.
import { retryDelayMs } from '../../../core/mailbox/backoff.ts'
import type { Happening } from '../../../core/mailbox/events.ts'
import { type LookTimes, lookAfterMs, lookTimes } from '../../../core/mailbox/rounds.ts'
import { systemClock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/log.ts'
import type { Connection } from '../imap/connection.ts'
import { MailError } from '../imap/errors.ts'
import type { OpenFolder } from '../imap/folder.ts'
import type { FolderSync } from '../mailboxes/folder-sync.ts'
import type { Follow } from '../mailboxes/folders/follow.ts'
import { LeaseLost } from '../mailboxes/store.ts'
import { catchUp, type DrainDeps, drain } from './drain.ts'

export interface RoundDeps {
  drain: DrainDeps
  log: Log
  random: () => number
  looks?: LookTimes | undefined
  note(happening: Happening): Promise<void>
  follow: Follow
  setGone(folder: string, isGone: boolean): Promise<void>
}

export interface Rounds {
  parts: RoundDeps
  connection: Connection
  /** Outlives the connection; a folder that was found under a new name is changed here. */
  places: FolderSync[]
  all: Watched[]
  open: OpenFolder | null
}

interface Watched {
  place: FolderSync
  /** Something may lie past the cursor. */
  isDirty: boolean
  /** Read up to its end since the connection began. */
  isCaughtUp: boolean
  retryAt: Date
  failures: number
  lookedAt: Date
}

export function newRounds(deps: RoundDeps, connection: Connection, places: FolderSync[]): Rounds {
  for (const place of places) place.knownBelow = place.cursor?.uidNext ?? 0
  return { parts: deps, connection, places, all: places.map(newWatched), open: null }
}

const now = systemClock.now

function newWatched(place: FolderSync): Watched {
  return { place, isDirty: true, isCaughtUp: false, retryAt: now(), failures: 0, lookedAt: now() }
}

export const isDrainDue = (rounds: Rounds): boolean => rounds.all.some(isDue)

export const isCaughtUp = (rounds: Rounds): boolean => rounds.all.every(w => w.isCaughtUp || w.place.isGone)

/** When something is to be drained or looked at next; null when all there is is listened to. */
export function nextRoundAt(rounds: Rounds): Date | null {
  const dates = rounds.all.flatMap(w => (w.isDirty ? [w.retryAt] : w === homeOf(rounds) ? [] : [lookAt(rounds, w)]))
  return dates.reduce<Date | null>((first, date) => (first && first <= date ? first : date), null)
}

/** There is news where we listen, or it should be looked at anyway. */
export function markHome(rounds: Rounds): void {
  const home = homeOf(rounds)
  if (home) mark(home)
}

export interface DrainedAll {
  handedOver: number
  /** Folders whose mail could not be kept. */
  failed: number
}

/** Drains what is due. A mail that cannot be kept or fetched now is tried again later, while the connection stays. */
export async function drainDue(rounds: Rounds): Promise<DrainedAll> {
  const done = { handedOver: 0, failed: 0 }
  for (const watched of rounds.all.filter(isDue)) {
    // Folders were found under new names meanwhile: what is known of them has begun anew.
    if (!rounds.all.includes(watched)) break
    try {
      done.handedOver += await drainOne(rounds, watched)
    } catch (error) {
      if (error instanceof LeaseLost || !rounds.connection.isOpen()) throw error
      rounds.parts.log.error({ err: error, mailbox: watched.place.mailboxId }, 'mail could not be kept; the cursor stays')
      retryLater(rounds, watched)
      done.failed++
    }
  }
  return done
}

/** Asks how far the others are whose time has come; answers whether the server was asked. */
export async function lookAround(rounds: Rounds): Promise<boolean> {
  const due = rounds.all.filter(w => w !== homeOf(rounds) && !w.isDirty && now() >= lookAt(rounds, w))
  for (const watched of due) {
    const status = await rounds.connection.status(watched.place.folder)
    watched.lookedAt = now()
    // A server may refuse to answer for a folder that it opens; one that is gone may be found under another name.
    if (!status && watched.place.isGone) {
      if (await followed(rounds)) break
    } else if (!status || watched.place.isGone || hasMoved(watched.place, status)) mark(watched)
  }
  return due.length > 0
}

/** Opens the folder that is listened to; false while there is none, or when it moved on meanwhile. */
export async function goHome(rounds: Rounds): Promise<boolean> {
  const home = homeOf(rounds)
  if (!home) return false
  const folder = await reading(rounds, home.place)
  if (!folder) await missed(rounds, home)
  return folder !== null && !isDue(home)
}

/** For whoever reads a folder between two rounds; what came before it was opened is told by nobody else. */
export async function reading(rounds: Rounds, place: FolderSync): Promise<OpenFolder | null> {
  if (rounds.open?.name === place.folder) return rounds.open
  const folder = await openAnew(rounds, place)
  if (folder && hasMoved(place, folder)) readAnew(rounds, place)
  return folder
}

/** What is known of a folder holds no longer. */
function readAnew(rounds: Rounds, place: FolderSync): void {
  for (const watched of rounds.all)
    if (watched.place === place) Object.assign(watched, { isDirty: true, isCaughtUp: false, retryAt: now() })
}

async function openAnew(rounds: Rounds, place: FolderSync): Promise<OpenFolder | null> {
  rounds.open = null
  rounds.open = await rounds.connection.open(place.folder)
  return rounds.open
}

async function drainOne(rounds: Rounds, watched: Watched): Promise<number> {
  const { parts } = rounds
  const { place } = watched
  Object.assign(watched, { isDirty: false, lookedAt: now() })
  // How far the numbers go is told when a folder is opened, and not again.
  const isFresh = rounds.open?.name !== place.folder || !watched.isCaughtUp
  const folder = isFresh ? await openAnew(rounds, place) : rounds.open
  if (!folder || (isOther(place, folder) && (await followed(rounds)))) {
    if (!folder) await missed(rounds, watched)
    return 0
  }
  if (place.isGone) await tellGone(parts, place, false)
  const take = isFresh ? catchUp : drain
  const { handedOver, missing } = await take({ ...parts.drain, isCareful: watched.failures > 0 }, folder, place)
  if (missing.length > 0) {
    const { mailboxId: mailbox, folder: name } = place
    parts.log.warn({ mailbox, folder: name, uids: missing.slice(0, 10) }, 'the server lists mail that it does not hand over')
    if (watched.failures > 0) await parts.note({ kind: 'not_handed_over', detail: { count: missing.length } })
    retryLater(rounds, watched)
  } else Object.assign(watched, { failures: 0, isCaughtUp: true })
  return handedOver
}

/** The server does not know the folder, or does not let us in. */
async function missed(rounds: Rounds, watched: Watched): Promise<void> {
  if (watched.place.folder === 'INBOX') {
    rounds.connection.close()
    throw new MailError('no_inbox', 'the server does not open INBOX')
  }
  Object.assign(watched, { isDirty: false, lookedAt: now() })
  if (!(await followed(rounds)) && !watched.place.isGone) await tellGone(rounds.parts, watched.place, true)
}

async function followed(rounds: Rounds): Promise<boolean> {
  if (!(await rounds.parts.follow(rounds.connection, rounds.places))) return false
  rounds.open = null
  rounds.all = rounds.places.map(newWatched)
  return true
}

async function tellGone(deps: RoundDeps, place: FolderSync, isGone: boolean): Promise<void> {
  place.isGone = isGone
  await deps.setGone(place.folder, isGone)
  await deps.note({ kind: isGone ? 'folder_gone' : 'folder_back', detail: { folder: place.folder } })
}

function retryLater(rounds: Rounds, watched: Watched): void {
  watched.failures++
  watched.isDirty = true
  watched.retryAt = new Date(now().getTime() + retryDelayMs(watched.failures, rounds.parts.random()))
}

function mark(watched: Watched): void {
  Object.assign(watched, { isDirty: true, retryAt: now() })
}

interface Numbered {
  uidValidity: number
  uidNext: number
}

const homeOf = ({ all }: Rounds): Watched | undefined => all.find(w => !w.place.isGone)
const isDue = (watched: Watched): boolean => watched.isDirty && now() >= watched.retryAt
const lookAt = ({ parts }: Rounds, { place, lookedAt }: Watched): Date =>
  new Date(lookedAt.getTime() + lookAfterMs(place.isGone ? null : place.passedAt, now(), parts.looks ?? lookTimes))
const isOther = (place: FolderSync, { uidValidity }: Numbered): boolean => place.cursor !== null && place.cursor.uidValidity !== uidValidity
const hasMoved = (place: FolderSync, status: Numbered): boolean => isOther(place, status) || status.uidNext !== place.heardUidNext
