// The data wire under /rest/v1: a person's roles and activity log, as PostgREST serves them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { VerifySession } from '../../http/route.ts'
import { newId } from '../../seal.ts'
import { insertRows, type RestRow, selectRows } from '../store.ts'
import { RestError, renderRestError } from './errors.ts'
import { isTable, knownColumn, type RestQuery, readQuery, type Table, tables } from './query.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks on the data wire; null for anybody. */
    restUserId: string | null
  }
}

export interface RestParts {
  db: Db
  now: () => Date
  verifySession: VerifySession
  publishableKey: string
}

export function restRoutes(app: FastifyInstance, parts: RestParts): void {
  app.setErrorHandler(renderRestError)
  app.decorateRequest('restUserId', null)
  app.addHook('preHandler', async request => {
    request.restUserId = await whoAsks(parts, request)
  })
  const hidden = { schema: { hide: true } }
  app.get('/:table', hidden, (request, reply) => list(parts, request, reply))
  app.post('/:table', hidden, (request, reply) => add(parts, request, reply))
  for (const method of ['PATCH', 'DELETE'] as const)
    app.route({ method, url: '/:table', ...hidden, handler: async request => refuseChange(tableOf(request), request) })
  app.put('/:table', hidden, async () => {
    throw new RestError(405, 'PGRST117', 'Unsupported HTTP method: PUT')
  })
}

/** The publishable key stands for anybody; any other bearer has to be a session. */
async function whoAsks(parts: RestParts, request: FastifyRequest): Promise<string | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!bearer || bearer === parts.publishableKey) return null
  const who = await parts.verifySession(bearer)
  if (who) return who.userId
  if (hasExpired(bearer, parts.now())) throw new RestError(401, 'PGRST303', 'JWT expired')
  throw new RestError(401, 'PGRST301', 'No suitable key or wrong key type')
}

const Expiry = z.object({ exp: z.number() })

function hasExpired(bearer: string, now: Date): boolean {
  try {
    const claims = Expiry.safeParse(JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()))
    return claims.success && claims.data.exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}

async function list(parts: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const table = tableOf(request)
  const wantsOne = wantsObject(request)
  const query = readQuery(table, searchOf(request))
  const { rows, total } = await selectRows(parts.db, request.restUserId, table, query, preferences(request).has('count=exact'))
  if (total !== null && query.offset > 0 && query.offset >= total)
    throw new RestError(
      416,
      'PGRST103',
      'Requested range not satisfiable',
      `An offset of ${query.offset} was requested, but there are only ${total} rows.`,
    )
  const isPartial = total !== null && rows.length < total
  void reply.code(isPartial ? 206 : 200).header('content-range', rangeOf(query, rows.length, total))
  return sendRows(reply, rows, wantsOne)
}

const GivenRow = z.record(z.string(), z.unknown())
const maxRows = 100

async function add(parts: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const table = tableOf(request)
  const wantsOne = wantsObject(request)
  const given = z.union([GivenRow, z.array(GivenRow).max(maxRows)]).safeParse(request.body)
  if (!given.success) throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  const search = searchOf(request)
  const rows = [given.data].flat().map(row => rowOf(parts, request, table, row, search['columns']))
  const added = await insertRows(parts.db, request.restUserId, table, rows, readQuery(table, { select: search['select'] ?? '*' }))
  void reply.code(201)
  return preferences(request).has('return=representation') ? sendRows(reply, added, wantsOne) : reply.send()
}

/** The columns that say what the server saw are filled by the server, whatever was sent. */
function rowOf({ now }: RestParts, request: FastifyRequest, table: Table, given: RestRow, columns: string | string[] | undefined): RestRow {
  const named =
    columns === undefined
      ? Object.keys(given)
      : String(columns)
          .split(',')
          .map(c => c.replaceAll('"', ''))
  for (const column of named)
    if (!tables[table].some(known => known === column))
      throw new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`)
  const written = Object.fromEntries(named.map(column => [knownColumn(table, column), given[column] ?? null]))
  const at = now()
  if (table === 'user_roles') return { ...written, id: newId(at), created_at: at }
  const details = JSON.stringify(given['details'] ?? {})
  const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null
  // Every row has the same columns, so that one statement takes them all.
  const empty = Object.fromEntries(tables[table].map(column => [column, null]))
  return { ...empty, ...written, details, id: newId(at), ip_address: request.ip, user_agent: userAgent, created_at: at }
}

function refuseChange(table: Table, request: FastifyRequest): never {
  throw new RestError(request.restUserId ? 403 : 401, '42501', `permission denied for table ${table}`)
}

const Params = z.object({ table: z.string() })

function tableOf(request: FastifyRequest): Table {
  const { table } = Params.parse(request.params)
  const profile = request.headers['accept-profile'] ?? request.headers['content-profile'] ?? 'public'
  if (profile !== 'public')
    throw new RestError(406, 'PGRST106', `Invalid schema: ${String(profile)}`, 'Only the following schemas are exposed: public')
  if (!isTable(table)) throw new RestError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`)
  return table
}

const Search = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const searchOf = (request: FastifyRequest) => Search.parse({ ...Object(request.query) })

const preferences = (request: FastifyRequest): Set<string> =>
  new Set(
    [request.headers['prefer'] ?? []]
      .flat()
      .flatMap(p => p.split(','))
      .map(p => p.trim()),
  )

const objectType = 'application/vnd.pgrst.object+json'

function wantsObject(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*'
  if (accept.includes(objectType)) return true
  if (/\*\/\*|application\/(json|\*)/.test(accept)) return false
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, 100)}`)
}

function sendRows(reply: FastifyReply, rows: RestRow[], wantsOne: boolean): FastifyReply {
  if (!wantsOne) return reply.send(rows)
  const [first] = rows
  if (!first || rows.length > 1)
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', `The result contains ${rows.length} rows`)
  return reply.type(`${objectType}; charset=utf-8`).serializer(JSON.stringify).send(first)
}

const rangeOf = ({ offset }: RestQuery, count: number, total: number | null): string =>
  `${count > 0 ? `${offset}-${offset + count - 1}` : '*'}/${total ?? (count > 0 ? '*' : '0')}`
