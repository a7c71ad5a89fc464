// What becomes of a mail once the filters were asked: their decision, and what its way here adds to it.
import type { Decision } from '../filters/decide.ts'
import type { Suppression } from './suppression.ts'

/** `backlog`: it came while its mailbox was away, and its person wants such mail not forwarded. `copy`: it went from another mailbox or folder. */
export type Ruling = Omit<Decision, 'reason'> & { reason: Decision['reason'] | Suppression['reason'] | 'backlog' | 'copy' }
