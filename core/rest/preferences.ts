// Reads what a request to the data wire prefers (RFC 7240) and which form of answer it accepts.
import { outOfRange, type Query } from './query.ts'
import { RestRefusal } from './refusal.ts'

export interface Preferences {
  shows: 'minimal' | 'headers-only' | 'representation'
  counts: boolean
  onConflict: 'merge-duplicates' | 'ignore-duplicates' | null
  /** What a row does not name: null, or what the column has by itself. */
  missing: 'null' | 'default'
  /** What was understood, for Preference-Applied. */
  applied: string[]
}

const known: Record<string, readonly string[]> = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['null', 'default'],
  handling: ['strict', 'lenient'],
}

export function readPreferences(header: string): Preferences {
  const wishes = header
    .split(',')
    .map(wish => wish.trim())
    .filter(Boolean)
  const strange = wishes.filter(wish => !isKnown(wish))
  if (wishes.includes('handling=strict') && strange.length > 0)
    throw new RestRefusal(400, 'PGRST122', 'Invalid preferences given with handling=strict', `Invalid preferences: ${strange.join(', ')}`)
  const has = (wish: string) => wishes.includes(wish)
  return {
    shows: has('return=representation') ? 'representation' : has('return=headers-only') ? 'headers-only' : 'minimal',
    counts: wishes.some(wish => isKnown(wish) && wish.startsWith('count=')),
    onConflict: has('resolution=merge-duplicates') ? 'merge-duplicates' : has('resolution=ignore-duplicates') ? 'ignore-duplicates' : null,
    missing: has('missing=default') ? 'default' : 'null',
    applied: wishes.filter(isKnown),
  }
}

function isKnown(wish: string): boolean {
  const [name = '', value = ''] = wish.split('=')
  return Object.hasOwn(known, name) && known[name]?.includes(value) === true
}

export const objectType = 'application/vnd.pgrst.object+json'

/** The form of the answer: rows in an array, or the one row itself; throws PGRST107 when neither is accepted. */
export function readAccept(header: string): 'array' | 'object' {
  const types = header.split(',').map(type => type.split(';')[0]?.trim().toLowerCase() ?? '')
  for (const type of types) {
    if (type === objectType) return 'object'
    if (['', '*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'].includes(type)) return 'array'
  }
  throw new RestRefusal(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`)
}

/** Older clients page by `Range: 0-9`; limit and offset in the URL win. */
export function withRange(query: Query, header: string | undefined): Query {
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header ?? '') ?? []
  if (from === undefined || query.limit !== null || query.offset > 0) return query
  if (!to) return { ...query, offset: Number(from) }
  if (Number(to) < Number(from))
    throw outOfRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return { ...query, offset: Number(from), limit: Number(to) - Number(from) + 1 }
}
