// The final decision on a message: the filters' decision, adjusted for how the message arrived.
import type { Decision } from '../filters/decide.ts'
import type { Suppression } from './suppression.ts'

/** `backlog`: it came while its mailbox was away, and its person wants such mail not forwarded. `copy`: it went from another mailbox or folder. */
export type FinalDecision = Omit<Decision, 'reason'> & { reason: Decision['reason'] | Suppression['reason'] | 'backlog' | 'copy' }
