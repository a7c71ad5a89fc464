// The final decision on a message: the filters' decision, adjusted for how the message arrived.
import type { Decision } from '../filters/decide.ts'
import type { Suppression } from './suppression.ts'

/**
 * `backlog`: it arrived while its mailbox was disconnected, and the user does not want such emails. `copy`: it was forwarded from
 * another mailbox or folder.
 */
export type FinalDecision = Omit<Decision, 'reason'> & { reason: Decision['reason'] | Suppression['reason'] | 'backlog' | 'copy' }
