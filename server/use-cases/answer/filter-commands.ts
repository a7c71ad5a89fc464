// Proposes a filter from a message on the phone: tests it on past emails, shows it as a sentence, saves it after a yes.
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
import { type CommandResult, type MessageOnPhone, refuseUnlessAllowed } from './command-result.ts'
import { displayName, type PastMatches, questionText } from './filter-question.ts'
import type { InboundPhone } from './replies.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

export interface FilterCommands {
  /** In the user's language. */
  wordsOf(tx: Tx, userId: string): Promise<Words>
  assess(tx: Tx, userId: string, wanted: ProposalRequest, now: Date): Promise<Assessment>
  propose(
    tx: Tx,
    userId: string,
    proposal: Pick<Proposal, 'kind' | 'destinationId' | 'wamid'> & Pick<NewFilterProposal, 'about'>,
    now: Date,
  ): Promise<string>
  /** Null when the user has no such proposal. */
  find(tx: Tx, userId: string, proposalId: string): Promise<Proposal | null>
  keep(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome>
  leave(tx: Tx, userId: string, proposal: Proposal, now: Date): Promise<ProposalOutcome>
  /** Records the outcome on the command that asked for the filter. */
  recordOutcome(tx: Tx, userId: string, proposal: Proposal, outcome: ProposalOutcome, now: Date): Promise<void>
}

/** `pastMatches`: what the filter would have matched; null when unknown, undefined before the search ran. */
export async function askFilterCommand(
  deps: FilterCommands,
  tx: Tx,
  {
    kind,
    email,
    now,
    pastMatches,
  }: { kind: PhoneFilterKind; email: MessageOnPhone; now: Date; pastMatches: PastMatches | null | undefined },
): Promise<CommandResult> {
  const { userId, messageId, destinationId, wamid } = email
  const assessment = await deps.assess(tx, userId, { kind, messageId, destinationId }, now)
  const words = await deps.wordsOf(tx, userId)
  if (assessment.kind === 'refused')
    return { response: refusedResponse(words, assessment.reason), state: 'failed', reason: toReasonCode(assessment.reason) }
  if (assessment.kind === 'exists') return { response: filterResponse(words, assessment), state: 'done' }
  const { about } = assessment
  if (pastMatches === undefined) return { response: { ...nothing, search: { userId, condition: about.condition } }, state: 'waiting' }
  const proposalId = await deps.propose(tx, userId, { kind, destinationId, wamid, about }, now)
  const buttons = [
    { payload: proposalPayload('keep', proposalId), title: 'button.keep' as const },
    { payload: proposalPayload('leave', proposalId), title: 'button.no' as const },
  ]
  return { response: { answer: 'filter_asked', text: questionText(words, kind, assessment, pastMatches), buttons }, state: 'waiting' }
}

/** The response to a yes or a no. */
export function filterResponse(words: Words, outcome: ProposalOutcome): PhoneResponse {
  const t = words.of('phonefilter')
  switch (outcome.kind) {
    case 'kept':
      return filterText(outcome.name === null ? t('freed') : t('kept', { name: displayName(outcome.name) }))
    case 'exists':
      return filterText(t('exists', { name: displayName(outcome.name) }))
    case 'full':
      return refusedResponse(words, 'full')
    default:
      return filterText(t(outcome.kind))
  }
}

/** The reason saved with the command; `gone` is the same for every command. */
export const toReasonCode = (reason: ProposalRefusal): string => (reason === 'gone' ? reason : `filter_${reason}`)

export const refusedResponse = (words: Words, reason: ProposalRefusal): PhoneResponse =>
  reason === 'gone' ? respond('gone', 'answer.gone') : { answer: 'filter_refused', text: words.of('phonefilter')(`refused.${reason}`) }

const filterText = (text: string): PhoneResponse => ({ answer: 'filter_told', text })

/** Handles a tap on a proposal; another phone's proposal is answered like an expired one. */
export async function tapProposal(
  deps: FilterCommands,
  tx: Tx,
  { act: choice, proposalId }: Extract<InboundCommand, { kind: 'proposal' }>,
  { phones, now }: { phones: readonly InboundPhone[]; now: Date },
): Promise<PhoneResponse> {
  for (const phone of phones) {
    const proposal = await deps.find(tx, phone.user_id, proposalId)
    if (proposal?.destinationId !== phone.id) continue
    return (
      refuseUnlessAllowed([phone], choice === 'keep' ? 'make_filter' : 'undo') ??
      applyChoice(deps, tx, phone.user_id, proposal, choice, now)
    )
  }
  const [phone] = phones
  return phone ? filterResponse(await deps.wordsOf(tx, phone.user_id), { kind: 'lapsed' }) : nothing
}

async function applyChoice(
  deps: FilterCommands,
  tx: Tx,
  userId: string,
  proposal: Proposal,
  choice: ProposalChoice,
  now: Date,
): Promise<PhoneResponse> {
  const outcome = await deps[choice](tx, userId, proposal, now)
  await deps.recordOutcome(tx, userId, proposal, outcome, now)
  const response = filterResponse(await deps.wordsOf(tx, userId), outcome)
  if (outcome.kind !== 'kept') return response
  // A new filter is always confirmed, whatever the response limit; tapping again is not.
  const answer = proposal.state === 'asked' ? 'filter_kept' : 'filter_told'
  return { ...response, answer, buttons: [{ payload: proposalPayload('leave', proposal.id), title: 'button.undo' }] }
}
