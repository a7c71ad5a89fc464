// Creates the messages that lanes send now: single deliveries, announcements and digests.
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import {
  type BundledDelivery,
  bundleIntoDigest,
  insertMessages,
  type NewCombinedMessage,
  nameWaiting,
  readBundled,
} from '../bundle-queue.ts'
import { lockWaiting, type WaitingRow } from './queue.ts'
import type { ClaimedMessage, LaneCandidate } from './rows.ts'

export const sendsNow = ({ step }: LaneCandidate): boolean => 'bucket' in step

/** Locks the chosen deliveries; if somebody else is writing to one, its lane is busy for a moment. */
export async function lockChosen(tx: Tx, candidates: LaneCandidate[]): Promise<LaneCandidate[]> {
  const lockable = await lockWaiting(tx, candidates.flatMap(chosenRows))
  return candidates.map(candidate => {
    const { step } = candidate
    const chosen = chosenIds(candidate)
    const locked = chosen.filter(id => lockable.has(id))
    const followers = untilFirst(candidate.followers, ({ id }) => !lockable.has(id))
    if (locked.length === chosen.length) return { ...candidate, followers }
    const isEnough = step.step === 'digest' && locked.length > 1 && locked[0] === chosen[0]
    return { ...candidate, step: isEnough ? { ...step, ids: locked } : { step: 'busy' }, followers: [] }
  })
}

function untilFirst<T>(items: T[], ends: (item: T) => boolean): T[] {
  const end = items.findIndex(ends)
  return end < 0 ? items : items.slice(0, end)
}

const chosenIds = ({ step }: LaneCandidate): string[] =>
  step.step === 'digest' ? step.ids : 'id' in step && step.id !== null ? [step.id] : []

const chosenRows = (candidate: LaneCandidate): WaitingRow[] =>
  [...chosenIds(candidate), ...candidate.followers.map(({ id }) => id)].flatMap(id => candidate.waiting.find(row => row.id === id) ?? [])

/** Creates and fills the messages to send; one without any emails is ended, or never created. */
export async function createMessages(
  tx: Tx,
  candidates: LaneCandidate[],
  now: Date,
): Promise<{ candidate: LaneCandidate; messages: ClaimedMessage[] }[]> {
  const drafts = candidates.map(candidate => ({ candidate, draft: toDraft(candidate, now) }))
  const members = await collectMembers(
    tx,
    drafts.flatMap(d => d.draft ?? []),
    now,
  )
  return drafts.map(({ candidate, draft }) => {
    if (!draft) return { candidate, messages: [] }
    const memberIds = members.filter(m => m.of === draft.id).map(m => m.id)
    if (memberIds.length > 0 || (draft.kind !== 'announcement' && draft.kind !== 'digest'))
      return { candidate, messages: [{ ...draft.message, memberIds }, ...followingMessages(candidate)] }
    const step = draft.isNew ? ({ step: 'busy' } as const) : endStep(draft.id)
    return { candidate: { ...candidate, step }, messages: [] }
  })
}

const followingMessages = ({ followers, waiting }: LaneCandidate): ClaimedMessage[] =>
  followers.flatMap(({ id }) => waiting.filter(row => row.id === id).map(toMessage))

const endStep = (id: string) => ({ step: 'end', id, state: 'cancelled', reason: 'mail_erased' }) as const

interface Draft {
  id: string
  kind: ClaimedMessage['kind']
  isNew: boolean
  user_id: string
  destination_id: string
  /** For a new digest: its emails, and the position of the first. */
  ids: string[]
  seq: string | null
  urgent: boolean
  message: ClaimedMessage
}

function toDraft(candidate: LaneCandidate, now: Date): Draft | null {
  const { lane, waiting, step } = candidate
  if (!('bucket' in step)) return null
  const row = step.step === 'digest' ? undefined : waiting.find(one => one.id === step.id)
  if (!row) return newDraft(candidate, step.step === 'digest' ? step.ids : [], now)
  const { user_id, destination_id } = lane
  const { id, kind, urgent } = row
  return { id, kind, isNew: false, user_id, destination_id, ids: [], seq: null, urgent, message: toMessage(row) }
}

const toMessage = ({ id, kind, message_id, filter_id, attempts, state, tries }: WaitingRow): ClaimedMessage => ({
  ...{ id, kind, messageId: message_id, filterId: filter_id, attempt: attempts + 1, memberIds: [] },
  // What was only held or released was not tried.
  before: state === 'unknown' ? 'unknown' : tries > 0 ? 'failed' : 'untried',
})

/** A digest of `ids`, in the position of the first; an announcement if there are none. */
function newDraft({ lane, phone, waiting }: LaneCandidate, ids: string[], now: Date): Draft {
  const { user_id, destination_id } = lane
  const id = newId(now)
  const kind = ids.length > 0 ? 'digest' : 'announcement'
  const seq = waiting.find(row => row.id === ids[0])?.seq ?? null
  const urgent = kind === 'announcement' && phone.urgent_from !== null
  const message = { id, kind, messageId: null, filterId: null, attempt: 1, memberIds: [], before: 'untried' } satisfies ClaimedMessage
  return { id, kind, isNew: true, user_id, destination_id, ids, seq, urgent, message }
}

async function collectMembers(tx: Tx, drafts: Draft[], now: Date): Promise<BundledDelivery[]> {
  const announcements = drafts.filter(d => d.kind === 'announcement')
  const resentDigests = drafts.filter(d => d.kind === 'digest' && !d.isNew)
  const digestMembers = drafts.flatMap(d => d.ids.map(id => ({ user_id: d.user_id, of: d.id, id })))
  const named = announcements.length > 0 ? await nameWaiting(tx, announcements.map(toKey), now) : []
  const resent = resentDigests.length > 0 ? await readBundled(tx, resentDigests.map(toKey), now) : []
  if (digestMembers.length > 0) await bundleIntoDigest(tx, digestMembers, now)
  const members = [...named, ...resent, ...digestMembers]
  const newMessages = drafts.flatMap(d => (d.isNew && members.some(m => m.of === d.id) ? toNewMessage(d) : []))
  if (newMessages.length > 0) await insertMessages(tx, newMessages, now)
  return members
}

const toKey = ({ user_id, destination_id, id }: Draft) => ({ user_id, destination_id, id })

function toNewMessage({ user_id, destination_id, id, kind, seq, urgent }: Draft): NewCombinedMessage[] {
  return kind === 'announcement' || kind === 'digest' ? [{ user_id, destination_id, id, kind, seq, urgent }] : []
}
