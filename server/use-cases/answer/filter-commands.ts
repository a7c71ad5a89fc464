// Makes a filter from a message on the phone: tried on past mail, shown as a sentence, saved after a yes.
import type { PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import type { InboundCommand, ProposalChoice } from '../../../core/phone/inbound.ts'
import type { Words } from '../../../core/words/words.ts'
import type {
  Assessment,
  NewFilterProposal,
  ProposalOutcome,
  ProposalRefusal,
  ProposalRequest,
} from '../../filters/from-phone/proposals.ts'
import type { Proposal } from '../../filters/from-phone/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { proposalPayload } from '../../whatsapp/button-payloads.ts'
import { type CommandResult, type MessageOnPhone, refusalOf } from './command-result.ts'
import { type PastMatches, questionText, shownName } from './filter-question.ts'
import type { AskingPhone } from './replies.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

export interface FilterCommands {
  /** In the language of the person. */
  wordsOf(tx: Tx, userId: string): Promise<Words>
  weigh(tx: Tx, userId: string, wanted: ProposalRequest, now: Date): Promise<Assessment>
  propose(
    tx: Tx,
    userId: string,
    proposal: Pick<Proposal, 'kind' | 'destinationId' | 'wamid'> & Pick<NewFilterProposal, 'about'>,
    now: Date,
  ): Promise<string>
  /** Null where this person has none of that id. */
  find(tx: Tx, userId: string, proposalId: string): Promise<Proposal | null>
  keep(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome>
  leave(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome>
  /** How what was asked for stands under its mail. */
  settle(tx: Tx, userId: string, proposal: Proposal, outcome: ProposalOutcome, now: Date): Promise<void>
}

/** `looked`: what the filter would have matched; null where that could not be told, undefined before anybody looked. */
export async function askFilterCommand(
  deps: FilterCommands,
  tx: Tx,
  { kind, mail, now, looked }: { kind: PhoneFilterKind; mail: MessageOnPhone; now: Date; looked: PastMatches | null | undefined },
): Promise<CommandResult> {
  const { userId, messageId, destinationId, wamid } = mail
  const weighed = await deps.weigh(tx, userId, { kind, messageId, destinationId }, now)
  const words = await deps.wordsOf(tx, userId)
  if (weighed.kind === 'refused')
    return { decided: refusedResponse(words, weighed.reason), state: 'failed', reason: reasonOf(weighed.reason) }
  if (weighed.kind === 'exists') return { decided: filterResponse(words, weighed), state: 'done' }
  const { about } = weighed
  if (looked === undefined) return { decided: { ...nothing, look: { userId, condition: about.condition } }, state: 'waiting' }
  const proposalId = await deps.propose(tx, userId, { kind, destinationId, wamid, about }, now)
  const buttons = [
    { payload: proposalPayload('keep', proposalId), title: 'button.keep' as const },
    { payload: proposalPayload('leave', proposalId), title: 'button.no' as const },
  ]
  return { decided: { answer: 'filter_asked', text: questionText(words, kind, weighed, looked), buttons }, state: 'waiting' }
}

/** What came of a yes or a no. */
export function filterResponse(words: Words, outcome: ProposalOutcome): PhoneResponse {
  const t = words.of('phonefilter')
  switch (outcome.kind) {
    case 'kept':
      return said(outcome.name === null ? t('freed') : t('kept', { name: shownName(outcome.name) }))
    case 'exists':
      return said(t('exists', { name: shownName(outcome.name) }))
    case 'full':
      return refusedResponse(words, 'full')
    default:
      return said(t(outcome.kind))
  }
}

/** As the row below the mail has it; `gone` is so of every command. */
export const reasonOf = (reason: ProposalRefusal): string => (reason === 'gone' ? reason : `filter_${reason}`)

export const refusedResponse = (words: Words, reason: ProposalRefusal): PhoneResponse =>
  reason === 'gone' ? respond('gone', 'answer.gone') : { answer: 'filter_refused', text: words.of('phonefilter')(`refused.${reason}`) }

const said = (text: string): PhoneResponse => ({ answer: 'filter_told', text })

/** A tap below what was asked; what is another phone's is answered like what has lapsed. */
export async function tapProposal(
  deps: FilterCommands,
  tx: Tx,
  { act, proposalId }: Extract<InboundCommand, { kind: 'proposal' }>,
  { phones, now }: { phones: readonly AskingPhone[]; now: Date },
): Promise<PhoneResponse> {
  for (const phone of phones) {
    const proposal = await deps.find(tx, phone.user_id, proposalId)
    if (proposal?.destinationId !== phone.id) continue
    return refusalOf([phone], act === 'keep' ? 'make_filter' : 'undo') ?? answered(deps, tx, phone.user_id, proposal, act, now)
  }
  const [phone] = phones
  return phone ? filterResponse(await deps.wordsOf(tx, phone.user_id), { kind: 'lapsed' }) : nothing
}

async function answered(
  deps: FilterCommands,
  tx: Tx,
  userId: string,
  proposal: Proposal,
  act: ProposalChoice,
  now: Date,
): Promise<PhoneResponse> {
  const outcome = await deps[act](tx, userId, proposal, now)
  await deps.settle(tx, userId, proposal, outcome, now)
  const decided = filterResponse(await deps.wordsOf(tx, userId), outcome)
  if (outcome.kind !== 'kept') return decided
  // Whoever makes filters must see what came of it, however much was said before; said again it need not be.
  const answer = proposal.state === 'asked' ? 'filter_kept' : 'filter_told'
  return { ...decided, answer, buttons: [{ payload: proposalPayload('leave', proposal.id), title: 'button.undo' }] }
}
