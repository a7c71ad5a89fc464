// Whether our number can send, for the operator: asked of Meta, never assumed.
import type { Graph } from './client.ts'
import { outcomeOf } from './errors.ts'

export type NumberHealth =
  | { state: 'ok'; displayNumber: string | null; verifiedName: string | null; quality: string | null }
  /** `reason` is a code of core/words/<language>/whatsapp.json. */
  | { state: 'failing'; reason: string }

export async function checkNumber(graph: Graph): Promise<NumberHealth> {
  const answer = await graph.numberInfo()
  if (answer.kind === 'number')
    return { state: 'ok', displayNumber: answer.displayNumber, verifiedName: answer.verifiedName, quality: answer.quality }
  // A question changes nothing at Meta: an answer that was lost means only that nobody was reached.
  if (answer.kind === 'transport') return { state: 'failing', reason: 'not_reached' }
  const outcome = outcomeOf(answer)
  return { state: 'failing', reason: 'reason' in outcome ? outcome.reason : 'temporary' }
}
