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
}

export const selfHosted: Plan = { id: 'self_hosted', nameId: 'plans.self_hosted', allowance: null, listens: true }
