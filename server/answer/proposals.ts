// Yes or no to a filter that a phone asked for, and no after a yes.
import type { ProposalAct, Said } from '../../core/phone/said.ts'
import type { Tx } from '../db/pool.ts'
import type { Proposal } from '../filters/from-phone/store.ts'
import { proposalPayload } from '../whatsapp/tapped.ts'
import { refusalOf } from './commands.ts'
import { type Decided, nothing } from './decided.ts'
import { type FilterWishes, tell } from './filters.ts'
import type { Speaking } from './replies.ts'

/** A tap below what was asked; what is another phone's is answered like what has lapsed. */
export async function tapProposal(
  parts: FilterWishes,
  tx: Tx,
  { act, proposalId }: Extract<Said, { kind: 'proposal' }>,
  { phones, now }: { phones: readonly Speaking[]; now: Date },
): Promise<Decided> {
  for (const phone of phones) {
    const proposal = await parts.find(tx, phone.user_id, proposalId)
    if (proposal?.destinationId !== phone.id) continue
    return refusalOf([phone], act === 'keep' ? 'make_filter' : 'undo') ?? answered(parts, tx, phone.user_id, proposal, act, now)
  }
  const [phone] = phones
  return phone ? tell(await parts.wordsOf(tx, phone.user_id), { kind: 'lapsed' }) : nothing
}

async function answered(parts: FilterWishes, tx: Tx, userId: string, proposal: Proposal, act: ProposalAct, now: Date): Promise<Decided> {
  const outcome = await parts[act](tx, userId, proposal, now)
  await parts.settle(tx, userId, proposal, outcome, now)
  const decided = tell(await parts.wordsOf(tx, userId), outcome)
  if (outcome.kind !== 'kept') return decided
  // Whoever makes filters must see what came of it, however much was said before; said again it need not be.
  const answer = proposal.state === 'asked' ? 'filter_kept' : 'filter_told'
  return { ...decided, answer, buttons: [{ payload: proposalPayload('leave', proposal.id), title: 'button.undo' }] }
}
