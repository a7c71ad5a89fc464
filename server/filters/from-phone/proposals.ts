// Filters proposed from a message on the phone: assessed, then accepted, declined or undone; and muting a sender.
import { changeFor, isMute, isSame, rivalsOf } from '../../../core/filters/from-phone/change.ts'
import { meantBy, type NoSender, type PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import { getFilter, listFilters } from '../store.ts'
import { endMutes, isFull, keepFilter, type SavedOutcome, type SaveFilterDeps, takeBack } from './save-filter.ts'
import { addProposal, countProposals, findProposal, type Proposal, type ProposedFilter, recordDecision } from './store.ts'

export interface ProposalDeps extends SaveFilterDeps {
  keys: PersonKeys
  /** Null of a mail that is not kept any more. */
  viewOf(tx: Tx, userId: string, messageId: string): Promise<MailView | null>
  /** The filters of today that hold on the mail. */
  heldOn(tx: Tx, userId: string, messageId: string): Promise<ReadonlySet<string>>
  /** What a filter is called in the language of its person. */
  nameOf(tx: Tx, userId: string, kind: PhoneFilterKind, who: string): Promise<string>
}

export interface ProposalRequest {
  kind: PhoneFilterKind
  messageId: string
  /** The phone that wishes it. */
  destinationId: string
}

/** `full`: no more filters than there are. `too_many`: so many were asked for within an hour. */
export type ProposalRefusal = NoSender | 'gone' | 'full' | 'too_many'

/**
 * `rivals`: filters that say the opposite of this mail (see `rivalsOf`); `pauses`: how many would be switched off; `sender`: what was
 * said of its sender when it came.
 */
export interface NewFilterProposal extends Pick<MailView, 'sender'> {
  kind: 'new'
  about: ProposedFilter
  rivals: string[]
  pauses: number
}

export type Assessment = { kind: 'refused'; reason: ProposalRefusal } | { kind: 'exists'; name: string } | NewFilterProposal

const hourMs = 3_600_000
const mostAnHour = 20

/** Looks at a request and changes nothing. */
export async function assessProposal(deps: ProposalDeps, tx: Tx, userId: string, wanted: ProposalRequest, now: Date): Promise<Assessment> {
  const { kind, messageId, destinationId } = wanted
  const view = await deps.viewOf(tx, userId, messageId)
  const about = view ? aboutOf(view, kind) : 'gone'
  if (!view || typeof about === 'string') return { kind: 'refused', reason: typeof about === 'string' ? about : 'gone' }
  const requested = { kind, destinationId, condition: about.condition, rival: about.rival }
  const filters = await listFilters(tx, userId)
  const change = changeFor(requested, filters)
  if (change.kind === 'exists') return change
  const name = await deps.nameOf(tx, userId, kind, about.who)
  if (change.adds && (await isFull(deps, tx, userId, { ...requested, name }))) return { kind: 'refused', reason: 'full' }
  const asking = await countProposals(tx, userId, destinationId, new Date(now.getTime() - hourMs))
  if (asking >= mostAnHour) return { kind: 'refused', reason: 'too_many' }
  const held = await deps.heldOn(tx, userId, messageId)
  return {
    kind: 'new',
    about,
    rivals: rivalsOf(requested, filters, held, change.pausedIds),
    pauses: change.pausedIds.length,
    sender: view.sender,
  }
}

/** Keeps the question until it is answered, for an hour; returns its id. */
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

/** `kept` without a name: nothing had to be added. `edited`: it was kept, is another one by now, and stays. */
export type ProposalOutcome =
  | { kind: 'lapsed' | 'left' | 'undone' | 'edited' | 'full' }
  | { kind: 'kept'; name: string | null }
  | { kind: 'exists'; name: string }

/** The proposal of this person; whose phone may answer it is for the caller to see. */
export async function readProposal({ keys }: Pick<ProposalDeps, 'keys'>, tx: Tx, userId: string, id: string): Promise<Proposal | null> {
  return findProposal(tx, userId, await keys.contentKeyOf(tx, userId), id)
}

/** Yes, once and within an hour; said again it tells how it stands. */
export async function keepProposal(deps: ProposalDeps, tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome> {
  const { id, kind, destinationId, about, state } = proposal
  if (state === 'kept') return asKept(tx, userId, proposal)
  if (state !== 'asked' || !about || now.getTime() - proposal.createdAt.getTime() > hourMs) return { kind: 'lapsed' }
  const { condition, rival, who } = about
  const name = await deps.nameOf(tx, userId, kind, who)
  const kept: SavedOutcome = await keepFilter(deps, tx, userId, { kind, destinationId, condition, rival, name }, now)
  if (kept.kind === 'full') return kept
  const { filterId, pausedIds } = kept.kind === 'kept' ? kept : { filterId: null, pausedIds: [] }
  await recordDecision(tx, userId, id, { state: kept.kind === 'kept' ? 'kept' : 'left', filterId, pausedIds })
  if (kept.kind === 'exists') return kept
  return { kind: 'kept', name: filterId === null ? null : kept.name }
}

/** Whoever removed the filter by hand has taken it back. */
async function asKept(tx: Tx, userId: string, { filterId }: Proposal): Promise<ProposalOutcome> {
  const filter = filterId === null ? null : await getFilter(tx, userId, filterId)
  return filter === undefined ? { kind: 'undone' } : { kind: 'kept', name: filter?.name ?? null }
}

/** No, or no after all: what a yes changed is taken back. */
export async function declineProposal(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome> {
  const { id, state, filterId, pausedIds } = proposal
  if (state === 'undone' || state === 'left') return { kind: state }
  const before = state === 'kept' ? await takeBack(tx, userId, { filterId, pausedIds }, now) : 'left'
  if (before === 'edited') return { kind: 'edited' }
  await recordDecision(tx, userId, id, { state: before, filterId: null, pausedIds: [] })
  return { kind: before }
}

export type Muted = { kind: 'muted' | 'already'; who: string; filterName: string } | { kind: 'refused'; reason: ProposalRefusal }

/** Never again, at once: the same filter. */
export async function mute(
  deps: ProposalDeps,
  tx: Tx,
  userId: string,
  { messageId, destinationId, now }: Omit<ProposalRequest, 'kind'> & { now: Date },
): Promise<Muted> {
  const about = await silenced(deps, tx, userId, messageId)
  if (typeof about === 'string') return { kind: 'refused', reason: about }
  const { who, condition, rival } = about
  const name = await deps.nameOf(tx, userId, 'never', who)
  const kept = await keepFilter(deps, tx, userId, { kind: 'never', destinationId, condition, rival, name }, now)
  if (kept.kind === 'full') return { kind: 'refused', reason: 'full' }
  return { kind: kept.kind === 'kept' ? 'muted' : 'already', who, filterName: kept.name }
}

export type Unmuted = { kind: 'unmuted' | 'not_muted'; who: string } | { kind: 'refused'; reason: ProposalRefusal }

export async function unmute(
  deps: ProposalDeps,
  tx: Tx,
  userId: string,
  { messageId, now }: { messageId: string; now: Date },
): Promise<Unmuted> {
  const about = await silenced(deps, tx, userId, messageId)
  if (typeof about === 'string') return { kind: 'refused', reason: about }
  return { kind: (await endMutes(tx, userId, about.condition, now)) ? 'unmuted' : 'not_muted', who: about.who }
}

/** Whether its sender is silenced; null where the mail names none, or is not kept. */
export async function isMuted(deps: Pick<ProposalDeps, 'viewOf'>, tx: Tx, userId: string, messageId: string): Promise<boolean | null> {
  const about = await silenced(deps, tx, userId, messageId)
  if (typeof about === 'string') return null
  return (await listFilters(tx, userId)).some(one => !one.paused && isMute(one) && isSame(one.condition, about.condition))
}

async function silenced(
  { viewOf }: Pick<ProposalDeps, 'viewOf'>,
  tx: Tx,
  userId: string,
  messageId: string,
): Promise<ProposedFilter | NoSender | 'gone'> {
  const view = await viewOf(tx, userId, messageId)
  return view ? aboutOf(view, 'never') : 'gone'
}

function aboutOf(view: MailView, kind: PhoneFilterKind): ProposedFilter | NoSender {
  const meant = meantBy(view, kind)
  const rival = meantBy(view, kind === 'always' ? 'never' : 'always')
  if (typeof meant === 'string') return meant
  return { who: meant.who, condition: meant.test, rival: typeof rival === 'string' ? meant.test : rival.test }
}
