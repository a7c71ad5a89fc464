// Refuses what a user's plan does not include, and says what does.
import { requestWords } from '../words.ts'
import { HttpError } from './errors.ts'

/** `most`: what the plan allows, and where it is a number, how many. */
export type PlanLimit = { limit: 'mailboxes' | 'filters' | 'retention'; most: number } | { limit: 'apiKeys' | 'apiKeysUse' }

export function beyondPlan(refused: PlanLimit): HttpError {
  const t = requestWords().of('limits')
  const message = 'most' in refused ? t(refused.limit, { most: refused.most }) : t(refused.limit)
  return new HttpError(403, 'plan_limit', message, refused)
}
