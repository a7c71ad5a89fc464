// Serves the data API under /rest/v1: a user's roles and activity log, in the subset of PostgREST that core/rest parses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readRows, type WrittenRows } from '../../../core/rest/body.ts'
import { objectType } from '../../../core/rest/preferences.ts'
import { rangeOf } from '../../../core/rest/range.ts'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { readOrigin } from '../log.ts'
import { areOfGoneRows } from '../log-chain/entries-owners.ts'
import { authenticateRestCaller, type Caller, type RestCallerDeps } from './caller.ts'
import { renderRestError } from './errors.ts'
import { addServerColumns, readTableRequest } from './request.ts'
import { deleteRows, insertRows, type QueryResult, selectRows, type TableRequest, updateRows } from './store.ts'

export type RestDeps = RestCallerDeps & { db: Db; now: () => Date }

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller on the data wire; null until authenticated. */
    caller: Caller | null
  }
}

export function restRoutes(app: FastifyInstance, deps: RestDeps): void {
  app.setErrorHandler(renderRestError)
  app.setNotFoundHandler(async () => {
    throw new RestRefusal(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  app.addContentTypeParser('*', (request, _body, done) => {
    done(new RestRefusal(400, 'PGRST102', `Content-Type not acceptable: ${request.headers['content-type'] ?? ''}`))
  })
  app.decorateRequest('caller', null)
  // Before the body is read, so that unauthenticated requests are never parsed.
  app.addHook('onRequest', async request => {
    request.caller = await authenticateRestCaller(deps, request)
  })
  const hidden = { schema: { hide: true } }
  app.get('/:table', hidden, (request, reply) => select(deps, request, reply))
  app.post('/:table', hidden, (request, reply) => insert(deps, request, reply))
  app.patch('/:table', hidden, (request, reply) => update(deps, request, reply))
  app.delete('/:table', hidden, (request, reply) => remove(deps, request, reply))
  app.put('/:table', hidden, async () => {
    throw new RestRefusal(405, 'PGRST117', 'Unsupported HTTP method: PUT')
  })
  app.get('/', hidden, async () => {
    throw new RestRefusal(404, 'PGRST126', 'Root endpoint metadata is disabled')
  })
  app.route({ method: ['GET', 'POST'], url: '/rpc/:name', ...hidden, handler: async request => refuseFunction(request) })
}

function refuseFunction(request: FastifyRequest): never {
  const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname.split('/').at(-1) ?? '')
  throw new RestRefusal(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`)
}

async function select({ db }: RestDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, requested] = readRequest(request)
  const result = await selectRows(db, userId, requested)
  const { status, contentRange } = rangeOf(requested.query.offset, result.rows, result.total)
  void reply.header('content-range', contentRange)
  return send(reply, status, requested, result)
}

async function insert({ db, now }: RestDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, requested] = readRequest(request)
  const written = addServerColumns(requested, readRows(requested.table, request.body, requested.query.columns), readOrigin(request, now()))
  await refuseGoneIds(db, requested, written)
  const result = written.rows.length > 0 ? await insertRows(db, userId, requested, written) : emptyResult
  const [first] = written.rows
  if (requested.preferences.shows === 'headers-only' && written.rows.length === 1)
    void reply.header('location', `/${requested.table.name}?id=eq.${String(first?.['id'])}`)
  return sendWritten(reply, 201, requested, result)
}

/** With the id of an erased row, a new one would look to the log's chain like that row changed. */
async function refuseGoneIds(db: Db, { table }: TableRequest, { rows }: WrittenRows): Promise<void> {
  if (table.name !== 'activity_logs') return
  // PostgreSQL reads an id with or without dashes and braces.
  const ids = rows.map(({ id }) => String(id).replace(/[-{}]/g, '')).filter(id => /^[\da-f]{32}$/i.test(id))
  if (await areOfGoneRows(db, ids))
    throw new RestRefusal(409, '23505', 'duplicate key value violates unique constraint "activity_logs_pkey"')
}

async function update({ db }: RestDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, requested] = readRequest(request)
  const written = readRows(requested.table, [request.body].flat().slice(0, 1), requested.query.columns)
  const result = written.columns.length > 0 ? await updateRows(db, userId, requested, written) : emptyResult
  return sendWritten(reply, requested.preferences.shows === 'representation' ? 200 : 204, requested, result)
}

async function remove({ db }: RestDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, requested] = readRequest(request)
  const result = await deleteRows(db, userId, requested)
  return sendWritten(reply, requested.preferences.shows === 'representation' ? 200 : 204, requested, result)
}

const emptyResult: QueryResult = { body: '[]', rows: 0, total: 0 }

function readRequest(request: FastifyRequest): [userId: string | null, requested: TableRequest] {
  const { userId, claims, isSecondStepDue } = request.caller ?? { userId: null, claims: {}, isSecondStepDue: false }
  const requested = readTableRequest(request)
  // Pages read roles as soon as there is a session; the activity log requires the second factor.
  if (isSecondStepDue && requested.table.name === 'activity_logs')
    throw new RestRefusal(403, '42501', 'Enter the code of your second factor first, then try again.')
  return [userId, { ...requested, claims }]
}

function sendWritten(reply: FastifyReply, status: number, requested: TableRequest, result: QueryResult): FastifyReply {
  void reply.header('content-range', `*/${requested.preferences.counts ? result.rows : '*'}`)
  return send(reply, status, requested, requested.preferences.shows === 'representation' ? result : { ...result, body: '' })
}

function send(reply: FastifyReply, status: number, { form, preferences }: TableRequest, { body }: QueryResult): FastifyReply {
  if (preferences.applied.length > 0) void reply.header('preference-applied', preferences.applied.join(', '))
  void reply.code(status)
  if (body === '') return reply.send()
  // A single row was requested: strips the brackets of the array.
  if (form === 'object') return reply.type(`${objectType}; charset=utf-8`).send(body.trim().slice(1, -1))
  return reply.type('application/json; charset=utf-8').send(body)
}
