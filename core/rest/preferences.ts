// Reads what a request to the data wire prefers (RFC 7240) and which form of answer it accepts.
import { outOfRange, type Query } from './query.ts'
import { RestRefusal } from './refusal.ts'

export interface Preferences {
  shows: 'minimal' | 'headers-only' | 'representation'
  counts: boolean
  onConflict: 'merge-duplicates' | 'ignore-duplicates' | null
  /** What a row does not name: null, or what the column has by itself. */
  missing: 'null' | 'default'
  /** Where more rows are changed, none are. */
  maxAffected: number | null
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
  const wanted = header
    .split(',')
    .map(one => one.trim())
    .filter(Boolean)
  const strange = wanted.filter(one => !isKnown(one))
  if (wanted.includes('handling=strict') && strange.length > 0)
    throw new RestRefusal(400, 'PGRST122', 'Invalid preferences given with handling=strict', `Invalid preferences: ${strange.join(', ')}`)
  const has = (one: string) => wanted.includes(one)
  return {
    shows: has('return=representation') ? 'representation' : has('return=headers-only') ? 'headers-only' : 'minimal',
    counts: wanted.some(one => isKnown(one) && one.startsWith('count=')),
    onConflict: has('resolution=merge-duplicates') ? 'merge-duplicates' : has('resolution=ignore-duplicates') ? 'ignore-duplicates' : null,
    missing: has('missing=default') ? 'default' : 'null',
    // Without strictness it is a one like any other that is not understood.
    maxAffected: has('handling=strict') ? mostAffected(wanted) : null,
    applied: wanted.filter(isKnown),
  }
}

const mostAffected = (wanted: string[]): number | null => {
  const given = wanted.find(one => limit.test(one))
  return given === undefined ? null : Number(given.split('=')[1])
}

const limit = /^max-affected=\d{1,9}$/

function isKnown(one: string): boolean {
  const [name = '', value = ''] = one.split('=')
  return limit.test(one) || (Object.hasOwn(known, name) && known[name]?.includes(value) === true)
}

export const objectType = 'application/vnd.pgrst.object+json'

/** Whether rows leave in an array, or the one row itself, and whether what is null in them is left out. */
export interface Form {
  form: 'array' | 'object'
  stripsNulls: boolean
}

/** Throws PGRST107 when no form that we have is accepted. */
export function readAccept(header: string): Form {
  const asked = header.split(',').map(one => one.split(';').map(part => part.trim().toLowerCase()))
  for (const [type = '', ...parameters] of asked) {
    const stripsNulls = parameters.includes('nulls=stripped')
    if (type === objectType) return { form: 'object', stripsNulls }
    if (['', '*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'].includes(type))
      return { form: 'array', stripsNulls }
  }
  throw new RestRefusal(406, 'PGRST107', `None of these media types are available: ${asked.map(([type]) => type).join(', ')}`)
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
