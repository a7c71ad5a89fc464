// Parses the preferences (RFC 7240) and the accepted media type of a request to the data API.
import { outOfRange, type Query } from './query.ts'
import { RestRefusal } from './refusal.ts'

export interface Preferences {
  shows: 'minimal' | 'headers-only' | 'representation'
  counts: boolean
  onConflict: 'merge-duplicates' | 'ignore-duplicates' | null
  /** For columns that a row does not name: null or the column's default. */
  missing: 'null' | 'default'
  /** If more rows would be changed, none are. */
  maxAffected: number | null
  /** The recognized preferences, for Preference-Applied. */
  applied: string[]
}

const knownPreferences: Record<string, readonly string[]> = {
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
  const unknown = wanted.filter(one => !isKnown(one))
  if (wanted.includes('handling=strict') && unknown.length > 0)
    throw new RestRefusal(400, 'PGRST122', 'Invalid preferences given with handling=strict', `Invalid preferences: ${unknown.join(', ')}`)
  const has = (one: string) => wanted.includes(one)
  return {
    shows: has('return=representation') ? 'representation' : has('return=headers-only') ? 'headers-only' : 'minimal',
    counts: wanted.some(one => isKnown(one) && one.startsWith('count=')),
    onConflict: has('resolution=merge-duplicates') ? 'merge-duplicates' : has('resolution=ignore-duplicates') ? 'ignore-duplicates' : null,
    missing: has('missing=default') ? 'default' : 'null',
    // Without strict handling it is ignored like an unknown preference.
    maxAffected: has('handling=strict') ? parseMaxAffected(wanted) : null,
    applied: wanted.filter(isKnown),
  }
}

const parseMaxAffected = (wanted: string[]): number | null => {
  const preference = wanted.find(one => limit.test(one))
  return preference === undefined ? null : Number(preference.split('=')[1])
}

const limit = /^max-affected=\d{1,9}$/

function isKnown(one: string): boolean {
  const [name = '', value = ''] = one.split('=')
  return limit.test(one) || (Object.hasOwn(knownPreferences, name) && knownPreferences[name]?.includes(value) === true)
}

export const objectType = 'application/vnd.pgrst.object+json'

/** Whether the response is an array or a single row, and whether null values are omitted. */
export interface Form {
  form: 'array' | 'object'
  stripsNulls: boolean
}

/** Throws PGRST107 if no supported media type is accepted. */
export function readAccept(header: string): Form {
  const accepted = header.split(',').map(one => one.split(';').map(part => part.trim().toLowerCase()))
  for (const [type = '', ...parameters] of accepted) {
    const stripsNulls = parameters.includes('nulls=stripped')
    if (type === objectType) return { form: 'object', stripsNulls }
    if (['', '*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'].includes(type))
      return { form: 'array', stripsNulls }
  }
  throw new RestRefusal(406, 'PGRST107', `None of these media types are available: ${accepted.map(([type]) => type).join(', ')}`)
}

/** Older clients page with `Range: 0-9`; limit and offset in the URL take precedence. */
export function withRange(query: Query, header: string | undefined): Query {
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header ?? '') ?? []
  if (from === undefined || query.limit !== null || query.offset > 0) return query
  if (!to) return { ...query, offset: Number(from) }
  if (Number(to) < Number(from))
    throw outOfRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  return { ...query, offset: Number(from), limit: Number(to) - Number(from) + 1 }
}
