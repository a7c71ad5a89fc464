// Reads the query of a request to the data wire: PostgREST's names, the part of its grammar that we serve.
import { RestError } from './errors.ts'

/** The tables of the data wire with their columns. */
export const tables = {
  user_roles: ['id', 'user_id', 'role', 'created_at'],
  activity_logs: [
    'id',
    'user_id',
    'action',
    'resource_type',
    'resource_id',
    'status',
    'details',
    'email',
    'ip_address',
    'user_agent',
    'created_at',
  ],
} as const

export type Table = keyof typeof tables

const operators = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: 'like', ilike: 'ilike', is: 'is', in: 'in' } as const
type Operator = (typeof operators)[keyof typeof operators]

export interface Comparison {
  column: string
  operator: Operator
  /** One value, but for `in`; of `is` one of null, true, false, unknown. */
  values: string[]
  isNegated: boolean
}

export interface RestQuery {
  select: string[]
  filters: Comparison[]
  order: { column: string; direction: 'asc' | 'desc'; nulls: 'first' | 'last' }[]
  limit: number | null
  offset: number
}

const reserved = new Set(['select', 'columns', 'order', 'limit', 'offset', 'on_conflict', 'and', 'or'])

export const isTable = (name: string): name is Table => Object.hasOwn(tables, name)

/** Throws RestError where PostgREST does. */
export function readQuery(table: Table, search: Record<string, string | string[]>): RestQuery {
  const one = (name: string) => [search[name] ?? []].flat().at(-1)
  if (search['and'] !== undefined || search['or'] !== undefined) throw unread('and, or')
  const fields = Object.entries(search).flatMap(([name, given]) => [given].flat().map(value => ({ name, value })))
  return {
    select: readSelect(table, one('select') ?? '*'),
    filters: fields.filter(f => !reserved.has(f.name)).map(f => readFilter(table, f.name, f.value)),
    order: readOrder(table, one('order')),
    limit: readCount('limit', one('limit')),
    offset: readCount('offset', one('offset')) ?? 0,
  }
}

export function knownColumn(table: Table, name: string): string {
  const column = name.trim().replace(/^"(.*)"$/, '$1')
  if (!tables[table].some(known => known === column)) throw new RestError(400, '42703', `column ${table}.${column} does not exist`)
  return column
}

function readSelect(table: Table, given: string): string[] {
  const names = given.split(',').map(name => name.trim())
  if (names.some(name => !/^(\*|"?\w+"?)$/.test(name))) throw unread(given)
  return names.flatMap(name => (name === '*' ? tables[table] : [knownColumn(table, name)]))
}

function readFilter(table: Table, name: string, given: string): Comparison {
  const match = /^(not\.)?(\w+)\.(.*)$/s.exec(given)
  const [, not, written = '', value = ''] = match ?? []
  if (!match || !isOperator(written)) throw unread(given)
  const filter = { column: knownColumn(table, name), operator: operators[written], isNegated: not !== undefined }
  if (written === 'in') return { ...filter, values: readList(value) }
  if (written === 'is' && !['null', 'true', 'false', 'unknown'].includes(value)) throw unread(given)
  return { ...filter, values: [written.endsWith('like') ? value.replaceAll('*', '%') : value] }
}

const isOperator = (name: string): name is keyof typeof operators => Object.hasOwn(operators, name)

/** `(a,"b,c")` */
function readList(given: string): string[] {
  const inner = /^\((.*)\)$/s.exec(given)?.[1]
  if (inner === undefined) throw unread(given)
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(m => m[1]?.replace(/\\(.)/g, '$1') ?? m[2] ?? '')
}

function readOrder(table: Table, given: string | undefined): RestQuery['order'] {
  if (!given) return []
  return given.split(',').map(term => {
    const match = /^("?\w+"?)(?:\.(asc|desc))?(?:\.(nullsfirst|nullslast))?$/.exec(term.trim())
    if (!match) throw unread(term)
    const direction = match[2] === 'desc' ? 'desc' : 'asc'
    const nulls = match[3] ? (match[3] === 'nullsfirst' ? 'first' : 'last') : direction === 'desc' ? 'first' : 'last'
    return { column: knownColumn(table, match[1] ?? ''), direction, nulls }
  })
}

function readCount(name: string, given: string | undefined): number | null {
  if (given === undefined) return null
  if (!/^\d{1,9}$/.test(given)) throw unread(`${name}=${given}`)
  return Number(given)
}

const unread = (given: string) => new RestError(400, 'PGRST100', `failed to parse ("${given.slice(0, 100)}")`)
