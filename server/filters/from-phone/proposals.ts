// Handles filters proposed from a message on the phone: assesses, saves, declines or undoes them; and mutes senders.
import { findConflicts, isMute, isSameCondition, planChange } from '../../../core/filters/from-phone/change.ts'
import { identifySender, type NoSender, type PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { getFilter, listFilters } from '../store.ts'
import {
  exceedsLimits,
  removeMutes,
  type SavedOutcome,
  type SaveFilterDeps,
  saveProposedFilter,
  undoProposedFilter,
} from './save-filter.ts'
import { addProposal, countProposals, findProposal, type Proposal, type ProposedFilter, recordDecision } from './store.ts'

export interface ProposalDeps extends SaveFilterDeps {
  keys: UserKeys
  /** Null when the message was erased. */
  readView(tx: Tx, userId: string, messageId: string): Promise<MailView | null>
  /** The current filters that match the message. */
  matchingFilters(tx: Tx, userId: string, messageId: string): Promise<ReadonlySet<string>>
  /** The filter's name in the user's language. */
  filterName(tx: Tx, userId: string, kind: PhoneFilterKind, who: string): Promise<string>
}

export interface ProposalRequest {
  kind: PhoneFilterKind
  messageId: string
  /** The phone that asks for it. */
  destinationId: string
}

/** `full`: no more filters are allowed. `too_many`: too many proposals within an hour. */
export type ProposalRefusal = NoSender | 'gone' | 'full' | 'too_many'

/**
 * `rivals`: filters that decide the opposite about this message (see `findConflicts`); `pauses`: how many filters would be paused;
 * `sender`: the sender check made when the message arrived.
 */
export interface NewFilterProposal extends Pick<MailView, 'sender'> {
  kind: 'new'
  about: ProposedFilter
  rivals: string[]
  pauses: number
}

export type Assessment = { kind: 'refused'; reason: ProposalRefusal } | { kind: 'exists'; name: string } | NewFilterProposal

const hourMs = 3_600_000
const maxPerHour = 20

/** Assesses a request without changing anything. */
export async function assessProposal(deps: ProposalDeps, tx: Tx, userId: string, request: ProposalRequest, now: Date): Promise<Assessment> {
  const { kind, messageId, destinationId } = request
  const view = await deps.readView(tx, userId, messageId)
  const about = view ? toProposedFilter(view, kind) : 'gone'
  if (!view || typeof about === 'string') return { kind: 'refused', reason: typeof about === 'string' ? about : 'gone' }
  const requested = { kind, destinationId, condition: about.condition, rival: about.rival }
  const filters = await listFilters(tx, userId)
  const change = planChange(requested, filters)
  if (change.kind === 'exists') return change
  const name = await deps.filterName(tx, userId, kind, about.who)
  if (change.adds && (await exceedsLimits(deps, tx, userId, { ...requested, name }))) return { kind: 'refused', reason: 'full' }
  const recentCount = await countProposals(tx, userId, destinationId, new Date(now.getTime() - hourMs))
  if (recentCount >= maxPerHour) return { kind: 'refused', reason: 'too_many' }
  const matchingIds = await deps.matchingFilters(tx, userId, messageId)
  return {
    kind: 'new',
    about,
    rivals: findConflicts(requested, filters, matchingIds, change.pausedIds),
    pauses: change.pausedIds.length,
    sender: view.sender,
  }
}

/** Saves the proposal until it is answered, for up to an hour; returns its id. */
export async function proposeFilter(
  { keys }: Pick<ProposalDeps, 'keys'>,
  tx: Tx,
  userId: string,
  proposal: { kind: PhoneFilterKind; destinationId: string; wamid: string; about: ProposedFilter },
  now: Date,
): Promise<string> {
  const id = newId(now)
  await addProposal(tx, userId, await keys.contentKeyOf(tx, userId), { ...proposal, id }, now)
  return id
}

/** `kept` without a name: no filter had to be added. `edited`: the user changed the filter since, so it stays. */
export type ProposalOutcome =
  | { kind: 'lapsed' | 'left' | 'undone' | 'edited' | 'full' }
  | { kind: 'kept'; name: string | null }
  | { kind: 'exists'; name: string }

/** Reads a user's proposal; the caller checks whether the phone may answer it. */
export async function readProposal({ keys }: Pick<ProposalDeps, 'keys'>, tx: Tx, userId: string, id: string): Promise<Proposal | null> {
  return findProposal(tx, userId, await keys.contentKeyOf(tx, userId), id)
}

/** Accepts a proposal, once and within an hour; accepting again reports the current state. */
export async function keepProposal(deps: ProposalDeps, tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome> {
  const { id, kind, destinationId, about, state } = proposal
  if (state === 'kept') return reportSaved(tx, userId, proposal)
  if (state !== 'asked' || !about || now.getTime() - proposal.createdAt.getTime() > hourMs) return { kind: 'lapsed' }
  const { condition, rival, who } = about
  const name = await deps.filterName(tx, userId, kind, who)
  const saved: SavedOutcome = await saveProposedFilter(deps, tx, userId, { kind, destinationId, condition, rival, name }, now)
  if (saved.kind === 'full') return saved
  const { filterId, pausedIds } = saved.kind === 'kept' ? saved : { filterId: null, pausedIds: [] }
  await recordDecision(tx, userId, id, { state: saved.kind === 'kept' ? 'kept' : 'left', filterId, pausedIds })
  if (saved.kind === 'exists') return saved
  return { kind: 'kept', name: filterId === null ? null : saved.name }
}

/** A filter that the user removed by hand counts as undone. */
async function reportSaved(tx: Tx, userId: string, { filterId }: Proposal): Promise<ProposalOutcome> {
  const filter = filterId === null ? null : await getFilter(tx, userId, filterId)
  return filter === undefined ? { kind: 'undone' } : { kind: 'kept', name: filter?.name ?? null }
}

/** Declines a proposal; if it was accepted before, undoes what it changed. */
export async function declineProposal(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome> {
  const { id, state, filterId, pausedIds } = proposal
  if (state === 'undone' || state === 'left') return { kind: state }
  const before = state === 'kept' ? await undoProposedFilter(tx, userId, { filterId, pausedIds }, now) : 'left'
  if (before === 'edited') return { kind: 'edited' }
  await recordDecision(tx, userId, id, { state: before, filterId: null, pausedIds: [] })
  return { kind: before }
}

export type Muted = { kind: 'muted' | 'already'; who: string; filterName: string } | { kind: 'refused'; reason: ProposalRefusal }

/** Mutes the sender at once, with the same filter as a "never" proposal. */
export async function mute(
  deps: ProposalDeps,
  tx: Tx,
  userId: string,
  { messageId, destinationId, now }: Omit<ProposalRequest, 'kind'> & { now: Date },
): Promise<Muted> {
  const about = await proposeMute(deps, tx, userId, messageId)
  if (typeof about === 'string') return { kind: 'refused', reason: about }
  const { who, condition, rival } = about
  const name = await deps.filterName(tx, userId, 'never', who)
  const saved = await saveProposedFilter(deps, tx, userId, { kind: 'never', destinationId, condition, rival, name }, now)
  if (saved.kind === 'full') return { kind: 'refused', reason: 'full' }
  return { kind: saved.kind === 'kept' ? 'muted' : 'already', who, filterName: saved.name }
}

export type Unmuted = { kind: 'unmuted' | 'not_muted'; who: string } | { kind: 'refused'; reason: ProposalRefusal }

export async function unmute(
  deps: ProposalDeps,
  tx: Tx,
  userId: string,
  { messageId, now }: { messageId: string; now: Date },
): Promise<Unmuted> {
  const about = await proposeMute(deps, tx, userId, messageId)
  if (typeof about === 'string') return { kind: 'refused', reason: about }
  return { kind: (await removeMutes(tx, userId, about.condition, now)) ? 'unmuted' : 'not_muted', who: about.who }
}

/** Whether the message's sender is muted; null when it names none, or was erased. */
export async function isMuted(deps: Pick<ProposalDeps, 'readView'>, tx: Tx, userId: string, messageId: string): Promise<boolean | null> {
  const about = await proposeMute(deps, tx, userId, messageId)
  if (typeof about === 'string') return null
  return (await listFilters(tx, userId)).some(
    filter => !filter.paused && isMute(filter) && isSameCondition(filter.condition, about.condition),
  )
}

async function proposeMute(
  { readView }: Pick<ProposalDeps, 'readView'>,
  tx: Tx,
  userId: string,
  messageId: string,
): Promise<ProposedFilter | NoSender | 'gone'> {
  const view = await readView(tx, userId, messageId)
  return view ? toProposedFilter(view, 'never') : 'gone'
}

function toProposedFilter(view: MailView, kind: PhoneFilterKind): ProposedFilter | NoSender {
  const identified = identifySender(view, kind)
  const rival = identifySender(view, kind === 'always' ? 'never' : 'always')
  if (typeof identified === 'string') return identified
  return { who: identified.who, condition: identified.test, rival: typeof rival === 'string' ? identified.test : rival.test }
}
