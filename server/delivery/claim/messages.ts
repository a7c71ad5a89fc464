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

export const sendsNow = ({ turn }: LaneCandidate): boolean => 'bucket' in turn

/** Keeps from others what the lanes decided on; where somebody else writes to it, the lane is busy for a moment. */
export async function lockChosen(tx: Tx, candidates: LaneCandidate[]): Promise<LaneCandidate[]> {
  const free = await lockWaiting(tx, candidates.flatMap(chosenOf))
  return candidates.map(candidate => {
    const { turn } = candidate
    const chosen = chosenOf(candidate).map(line => line.id)
    const ours = chosen.filter(id => free.has(id))
    if (ours.length === chosen.length) return candidate
    const isEnough = turn.turn === 'fold' && ours.length > 1 && ours[0] === chosen[0]
    return { ...candidate, turn: isEnough ? { ...turn, ids: ours } : { turn: 'busy' } }
  })
}

function chosenOf({ turn, lines }: LaneCandidate): WaitingRow[] {
  const ids = turn.turn === 'fold' ? turn.ids : 'id' in turn && turn.id !== null ? [turn.id] : []
  return ids.flatMap(id => lines.find(line => line.id === id) ?? [])
}

/** Makes and fills what leaves; a message that has no emails to stand for is ended, or was never made. */
export async function createMessages(
  tx: Tx,
  candidates: LaneCandidate[],
  now: Date,
): Promise<{ candidate: LaneCandidate; leaving: ClaimedMessage | null }[]> {
  const drafts = candidates.map(candidate => ({ candidate, draft: draftOf(candidate, now) }))
  const members = await gather(
    tx,
    drafts.flatMap(d => d.draft ?? []),
    now,
  )
  return drafts.map(({ candidate, draft }) => {
    if (!draft) return { candidate, leaving: null }
    const memberIds = members.filter(m => m.of === draft.id).map(m => m.id)
    if (memberIds.length > 0 || (draft.kind !== 'announcement' && draft.kind !== 'digest'))
      return { candidate, leaving: { ...draft.leaving, memberIds } }
    const turn = draft.isNew ? ({ turn: 'busy' } as const) : endOf(draft.id)
    return { candidate: { ...candidate, turn }, leaving: null }
  })
}

const endOf = (id: string) => ({ turn: 'end', id, state: 'cancelled', reason: 'mail_erased' }) as const

interface Draft {
  id: string
  kind: ClaimedMessage['kind']
  isNew: boolean
  user_id: string
  destination_id: string
  /** Of a new digest: the emails that it carries, and the place of the first. */
  ids: string[]
  seq: string | null
  urgent: boolean
  leaving: ClaimedMessage
}

function draftOf(candidate: LaneCandidate, now: Date): Draft | null {
  const { lane, lines, turn } = candidate
  if (!('bucket' in turn)) return null
  const line = turn.turn === 'fold' ? undefined : lines.find(l => l.id === turn.id)
  if (!line) return freshDraft(candidate, turn.turn === 'fold' ? turn.ids : [], now)
  const { user_id, destination_id } = lane
  const { id, kind, urgent, message_id: messageId, filter_id: filterId, attempts } = line
  const leaving = { id, kind, messageId, filterId, attempt: attempts + 1, memberIds: [] }
  return { id, kind, isNew: false, user_id, destination_id, ids: [], seq: null, urgent, leaving }
}

/** A digest of `ids`, in the place of the first of them; an announcement without any. */
function freshDraft({ lane, phone, lines }: LaneCandidate, ids: string[], now: Date): Draft {
  const { user_id, destination_id } = lane
  const id = newId(now)
  const kind = ids.length > 0 ? 'digest' : 'announcement'
  const seq = lines.find(l => l.id === ids[0])?.seq ?? null
  const urgent = kind === 'announcement' && phone.urgent_from !== null
  const leaving = { id, kind, messageId: null, filterId: null, attempt: 1, memberIds: [] } satisfies ClaimedMessage
  return { id, kind, isNew: true, user_id, destination_id, ids, seq, urgent, leaving }
}

async function gather(tx: Tx, drafts: Draft[], now: Date): Promise<BundledDelivery[]> {
  const naming = drafts.filter(d => d.kind === 'announcement')
  const again = drafts.filter(d => d.kind === 'digest' && !d.isNew)
  const folded = drafts.flatMap(d => d.ids.map(id => ({ user_id: d.user_id, of: d.id, id })))
  const named = naming.length > 0 ? await nameWaiting(tx, naming.map(keyOf), now) : []
  const carried = again.length > 0 ? await readBundled(tx, again.map(keyOf), now) : []
  if (folded.length > 0) await bundleIntoDigest(tx, folded, now)
  const members = [...named, ...carried, ...folded]
  const fresh = drafts.flatMap(d => (d.isNew && members.some(m => m.of === d.id) ? newMessageOf(d) : []))
  if (fresh.length > 0) await insertMessages(tx, fresh, now)
  return members
}

const keyOf = ({ user_id, destination_id, id }: Draft) => ({ user_id, destination_id, id })

function newMessageOf({ user_id, destination_id, id, kind, seq, urgent }: Draft): NewCombinedMessage[] {
  return kind === 'announcement' || kind === 'digest' ? [{ user_id, destination_id, id, kind, seq, urgent }] : []
}
