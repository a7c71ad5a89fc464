// Defines the plans that are sold and what each allows.

/**
 * `nameId` is a text id. `allowance`: deliveries per month, null for unlimited. `listens`: mailboxes are watched with IDLE; without it,
 * they are polled.
 */
export interface Plan {
  id: string
  nameId: string
  allowance: number | null
  listens: boolean
  /** What the user gets, as keys of the catalog `plans`. */
  includes: readonly Feature[]
}

const allFeatures = ['mail', 'phones', 'filters', 'answers', 'files', 'digests', 'history', 'safety'] as const
type Feature = (typeof allFeatures)[number]

export const selfHosted: Plan = { id: 'self_hosted', nameId: 'plans.self_hosted', allowance: null, listens: true, includes: allFeatures }
