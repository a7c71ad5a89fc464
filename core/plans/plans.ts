// The plans that are sold: what each permits.

/**
 * `nameId` is a words id. `allowance`: how many deliveries a month, null for as many as there are. `listens`: mailboxes are listened to
 * (IDLE); without it we come by now and then.
 */
export interface Plan {
  id: string
  nameId: string
  allowance: number | null
  listens: boolean
  /** What its person gets, by the keys of the words `plans`. */
  includes: readonly Included[]
}

const included = ['mail', 'phones', 'filters', 'answers', 'files', 'digests', 'history', 'safety'] as const
type Included = (typeof included)[number]

export const selfHosted: Plan = { id: 'self_hosted', nameId: 'plans.self_hosted', allowance: null, listens: true, includes: included }
