// The data wire under /rest/v1: a person's roles and activity log, in the part of PostgREST's language that core/rest reads.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readRows } from '../../../core/rest/body.ts'
import { objectType } from '../../../core/rest/preferences.ts'
import { rangeOf } from '../../../core/rest/range.ts'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import type { Db } from '../../db/pool.ts'
import { seenIn } from '../seen.ts'
import { readAsk } from './ask.ts'
import { type Caller, type CallerParts, callerOf } from './caller.ts'
import { renderRestError } from './errors.ts'
import { stamped } from './stamp.ts'
import { type Answered, deleteRows, insertRows, type Request, selectRows, updateRows } from './store.ts'

export type RestParts = CallerParts & { db: Db; now: () => Date }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks on the data wire; null until that is known. */
    caller: Caller | null
  }
}

export function restRoutes(app: FastifyInstance, parts: RestParts): void {
  app.setErrorHandler(renderRestError)
  app.setNotFoundHandler(async () => {
    throw new RestRefusal(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  app.addContentTypeParser('*', (request, _body, done) => {
    done(new RestRefusal(400, 'PGRST102', `Content-Type not acceptable: ${request.headers['content-type'] ?? ''}`))
  })
  app.decorateRequest('caller', null)
  // Before the body is read: nobody unknown makes us parse anything.
  app.addHook('onRequest', async request => {
    request.caller = await callerOf(parts, request)
  })
  const hidden = { schema: { hide: true } }
  app.get('/:table', hidden, (request, reply) => read(parts, request, reply))
  app.post('/:table', hidden, (request, reply) => add(parts, request, reply))
  app.patch('/:table', hidden, (request, reply) => change(parts, request, reply))
  app.delete('/:table', hidden, (request, reply) => remove(parts, request, reply))
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

async function read({ db }: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, asked] = askedBy(request)
  const answered = await selectRows(db, userId, asked)
  const { status, contentRange } = rangeOf(asked.query.offset, answered.rows, answered.total)
  void reply.header('content-range', contentRange)
  return send(reply, status, asked, answered)
}

async function add({ db, now }: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, asked] = askedBy(request)
  const written = stamped(asked, readRows(asked.table, request.body, asked.query.columns), seenIn(request, now()))
  const answered = written.rows.length > 0 ? await insertRows(db, userId, asked, written) : nothing
  const [first] = written.rows
  if (asked.preferences.shows === 'headers-only' && written.rows.length === 1)
    void reply.header('location', `/${asked.table.name}?id=eq.${String(first?.['id'])}`)
  return sendWritten(reply, 201, asked, answered)
}

async function change({ db }: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, asked] = askedBy(request)
  const written = readRows(asked.table, [request.body].flat().slice(0, 1), asked.query.columns)
  const answered = written.columns.length > 0 ? await updateRows(db, userId, asked, written) : nothing
  return sendWritten(reply, asked.preferences.shows === 'representation' ? 200 : 204, asked, answered)
}

async function remove({ db }: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [userId, asked] = askedBy(request)
  const answered = await deleteRows(db, userId, asked)
  return sendWritten(reply, asked.preferences.shows === 'representation' ? 200 : 204, asked, answered)
}

const nothing: Answered = { body: '[]', rows: 0, total: 0 }

function askedBy(request: FastifyRequest): [userId: string | null, asked: Request] {
  const { userId, claims, isSecondStepDue } = request.caller ?? { userId: null, claims: {}, isSecondStepDue: false }
  const asked = readAsk(request)
  // Pages ask for roles as soon as there is a session; where and when somebody signs in is for who has shown all.
  if (isSecondStepDue && asked.table.name === 'activity_logs')
    throw new RestRefusal(403, '42501', 'Enter the code of your second factor first, then try again.')
  return [userId, { ...asked, claims }]
}

function sendWritten(reply: FastifyReply, status: number, asked: Request, answered: Answered): FastifyReply {
  void reply.header('content-range', `*/${asked.preferences.counts ? answered.rows : '*'}`)
  return send(reply, status, asked, asked.preferences.shows === 'representation' ? answered : { ...answered, body: '' })
}

function send(reply: FastifyReply, status: number, { form, preferences }: Request, { body }: Answered): FastifyReply {
  if (preferences.applied.length > 0) void reply.header('preference-applied', preferences.applied.join(', '))
  void reply.code(status)
  if (body === '') return reply.send()
  // One row was asked for and there is one: what is inside of the brackets.
  if (form === 'object') return reply.type(`${objectType}; charset=utf-8`).send(body.trim().slice(1, -1))
  return reply.type('application/json; charset=utf-8').send(body)
}
