// /{waba-id}/message_templates and /{template-id}: submit, list, read, edit, delete.
import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { wabaId } from '../credentials.ts'
import { graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { sendError } from '../misbehave.ts'
import { refusalOf } from '../refusal.ts'
import type { StandIn } from '../stand-in.ts'
import { refuseTemplate } from './checks.ts'
import { componentsShape } from './definition.ts'
import { announceTemplate, review } from './life.ts'
import { categories, findTemplate, type Stored } from './stored.ts'
import { fieldNames, viewOf } from './view.ts'

const ttl = z.optional(z.int())
const format = z.optional(z.enum(['named', 'positional', 'NAMED', 'POSITIONAL']))
const draftShape = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9_]{1,512}$/)),
  language: z.string().check(z.regex(/^[a-z]{2,3}(_[A-Z]{2,3})?$/)),
  category: z.enum(categories),
  parameter_format: format,
  allow_category_change: z.optional(z.boolean()),
  message_send_ttl_seconds: ttl,
  components: componentsShape,
})
const editShape = z.strictObject({
  category: z.optional(z.enum(categories)),
  parameter_format: format,
  message_send_ttl_seconds: ttl,
  components: z.optional(componentsShape),
})
const listShape = z.object({
  fields: z.optional(z.string()),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 25),
  after: z.optional(z.string()),
  name: z.optional(z.string()),
  status: z.optional(z.string()),
  category: z.optional(z.string()),
  language: z.optional(z.string()),
})
/** Seconds that a template may be tried for, by category (…/templates/time-to-live). */
const ttlRange = { UTILITY: [30, 43_200], AUTHENTICATION: [30, 900], MARKETING: [43_200, 2_592_000] } as const

export function templateRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  const scope = 'whatsapp_business_management'
  const rule = { scope, owns: (id: string) => id === wabaId } as const
  paths.node('GET', '/:id/message_templates', rule, (call, reply) => list(standIn, call, reply))
  paths.node('POST', '/:id/message_templates', rule, (call, reply) => submit(standIn, call.body, reply))
  paths.node('DELETE', '/:id/message_templates', rule, (call, reply) => removeTemplates(standIn, call.query, reply))
  paths.node('POST', '/:id', { scope, owns: id => standIn.world.templates.has(id) }, (call, reply) => edit(standIn, call, reply))
}

function list(standIn: StandIn, { query, base }: Call, reply: FastifyReply): FastifyReply {
  const wanted = listShape.safeParse(query)
  if (!wanted.success) return sendError(reply, refusalOf(wanted.error.issues[0], query))
  const { fields, limit, after, name, status, category, language } = wanted.data
  const found = [...standIn.world.templates.values()].filter(
    one =>
      (name ?? one.name) === one.name &&
      (status ?? one.status) === one.status &&
      (category ?? one.category) === one.category &&
      (language ?? one.language) === one.language,
  )
  const start = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString()) || 0
  const page = found.slice(start, start + limit)
  const asked = fields?.split(',').filter(one => one !== '')
  const unknown = asked?.find(one => !fieldNames.includes(one))
  if (unknown !== undefined) return sendError(reply, noField(unknown))
  const end = start + page.length
  const paging =
    page.length === 0
      ? {}
      : {
          paging: {
            cursors: { before: cursor(start), after: cursor(end) },
            ...(end < found.length
              ? {
                  next: `${base}/${wabaId}/message_templates?${new URLSearchParams({ limit: String(limit), after: cursor(end), ...(fields === undefined ? {} : { fields }) })}`,
                }
              : {}),
          },
        }
  return reply.send({ data: page.map(one => viewOf(one, asked)), ...paging })
}

/** Takes a draft into review. */
export function submit(standIn: StandIn, body: unknown, reply: FastifyReply): FastifyReply {
  const asked = draftShape.safeParse(body)
  if (!asked.success) return sendError(reply, refusalOf(asked.error.issues[0], body))
  const { name, language, category, components, parameter_format: form, message_send_ttl_seconds: ttlSeconds } = asked.data
  const draft = { category, components, format: form?.toUpperCase() === 'NAMED' ? ('NAMED' as const) : ('POSITIONAL' as const) }
  const wrong = ttlWrong(category, ttlSeconds) ?? refuseTemplate(draft)
  if (wrong) return sendError(reply, wrong)
  if (findTemplate(standIn.world.templates.values(), name, language))
    return sendError(
      reply,
      refusal(2388024, 'Content in this language already exists', `There is already ${language} content for ${name}.`),
    )
  const template: Stored = {
    ...draft,
    id: String(randomInt(1e14, 2.8e14)) + '0',
    name,
    language,
    previousCategory: null,
    status: 'PENDING',
    ttlSeconds: ttlSeconds ?? null,
    quality: 'UNKNOWN',
    rejectedReason: 'NONE',
    pauses: 0,
    pausedUntil: null,
    editedAt: standIn.clock.now(),
  }
  standIn.record({ kind: 'template', template })
  review(standIn, template)
  return reply.send({ id: template.id, status: template.status, category })
}

function edit(standIn: StandIn, { id, body }: Call, reply: FastifyReply): FastifyReply {
  const asked = editShape.safeParse(body)
  if (!asked.success) return sendError(reply, refusalOf(asked.error.issues[0], body))
  const template = standIn.world.templates.get(id)
  if (!template) return sendError(reply, graphError(100, { subcode: 33 }))
  const { category = template.category, components = template.components, parameter_format: form } = asked.data
  if (template.status === 'PENDING' || template.status === 'DISABLED')
    return sendError(reply, refusal(2388025, 'Message template can’t be edited', `A template that is ${template.status} can’t be edited.`))
  if (template.status === 'APPROVED' && category !== template.category)
    return sendError(reply, refusal(2388025, 'Message template can’t be edited', 'The category of an approved template can’t be changed.'))
  const given = form?.toUpperCase()
  const draft = { category, components, format: given === 'NAMED' || given === 'POSITIONAL' ? given : template.format }
  const ttlSeconds = asked.data.message_send_ttl_seconds ?? template.ttlSeconds
  const wrong = ttlWrong(category, asked.data.message_send_ttl_seconds) ?? refuseTemplate(draft)
  if (wrong) return sendError(reply, wrong)
  // Two edits within one millisecond are two edits.
  const editedAt = Math.max(standIn.clock.now(), template.editedAt + 1)
  const next: Stored = { ...template, ...draft, ttlSeconds, status: 'PENDING', editedAt }
  standIn.record({ kind: 'template', template: next })
  review(standIn, next)
  return reply.send({ success: true })
}

/** Takes a name away in all its languages, or the one of an id. */
export function removeTemplates(standIn: StandIn, query: Record<string, unknown>, reply: FastifyReply): FastifyReply {
  const { name, hsm_id: id } = z.object({ name: z.optional(z.string()), hsm_id: z.optional(z.string()) }).parse(query)
  if (name === undefined) return sendError(reply, graphError(100, { message: 'The parameter name is required.' }))
  const found = [...standIn.world.templates.values()].filter(one => one.name === name && (id ?? one.id) === one.id)
  if (found.length === 0) return sendError(reply, refusal(2593002, 'Message template not found', `There is no template named ${name}.`))
  for (const one of found) {
    standIn.record({ kind: 'templateGone', id: one.id })
    announceTemplate(standIn, one, 'PENDING_DELETION', { reason: null })
  }
  return reply.send({ success: true })
}

function cursor(place: number): string {
  return Buffer.from(String(place)).toString('base64url')
}

function ttlWrong(category: Stored['category'], seconds: number | undefined) {
  const [least, most] = ttlRange[category]
  if (seconds === undefined || seconds === -1 || (seconds >= least && seconds <= most)) return null
  return graphError(100, { message: `Param message_send_ttl_seconds must be between ${least} and ${most} for ${category}.` })
}

function refusal(subcode: number, title: string, told: string) {
  return graphError(100, { subcode, message: 'Invalid parameter', details: told, userTitle: title, userMessage: told })
}

function noField(name: string) {
  return graphError(100, { message: `Tried accessing nonexisting field (${name}) on node type (MessageTemplate)` })
}
