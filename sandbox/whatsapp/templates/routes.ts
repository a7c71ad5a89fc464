// /{waba-id}/message_templates and /{template-id}: submit, list, read, edit, delete.
import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { wabaId } from '../credentials.ts'
import { graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { sendError } from '../misbehave.ts'
import { toGraphError } from '../refusal.ts'
import type { StandIn } from '../stand-in.ts'
import { refuseTemplate } from './checks.ts'
import { componentsShape } from './definition.ts'
import { announceTemplate, review } from './lifecycle.ts'
import { categories, findTemplate, type StoredTemplate } from './stored.ts'
import { fieldNames, templateView } from './view.ts'

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
/** The allowed time to live in seconds by category (…/templates/time-to-live). */
const ttlRange = { UTILITY: [30, 43_200], AUTHENTICATION: [30, 900], MARKETING: [43_200, 2_592_000] } as const

export function templateRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  const scope = 'whatsapp_business_management'
  const rule = { scope, owns: (id: string) => id === wabaId } as const
  paths.node('GET', '/:id/message_templates', rule, (call, reply) => listTemplates(standIn, call, reply))
  paths.node('POST', '/:id/message_templates', rule, (call, reply) => submitTemplate(standIn, call.body, reply))
  paths.node('DELETE', '/:id/message_templates', rule, (call, reply) => removeTemplates(standIn, call.query, reply))
  paths.node('POST', '/:id', { scope, owns: id => standIn.world.templates.has(id) }, (call, reply) => editTemplate(standIn, call, reply))
}

function listTemplates(standIn: StandIn, { query, base }: Call, reply: FastifyReply): FastifyReply {
  const parsed = listShape.safeParse(query)
  if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], query))
  const { fields, limit, after, name, status, category, language } = parsed.data
  const matches = [...standIn.world.templates.values()].filter(
    template =>
      (name ?? template.name) === template.name &&
      (status ?? template.status) === template.status &&
      (category ?? template.category) === template.category &&
      (language ?? template.language) === template.language,
  )
  const start = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString()) || 0
  const page = matches.slice(start, start + limit)
  const requested = fields?.split(',').filter(field => field !== '')
  const unknown = requested?.find(field => !fieldNames.includes(field))
  if (unknown !== undefined) return sendError(reply, unknownField(unknown))
  const end = start + page.length
  const paging =
    page.length === 0
      ? {}
      : {
          paging: {
            cursors: { before: cursor(start), after: cursor(end) },
            ...(end < matches.length
              ? {
                  next: `${base}/${wabaId}/message_templates?${new URLSearchParams({ limit: String(limit), after: cursor(end), ...(fields === undefined ? {} : { fields }) }).toString()}`,
                }
              : {}),
          },
        }
  return reply.send({ data: page.map(template => templateView(template, requested)), ...paging })
}

/** Submits a draft for review. */
export function submitTemplate(standIn: StandIn, body: unknown, reply: FastifyReply): FastifyReply {
  const parsed = draftShape.safeParse(body)
  if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], body))
  const { name, language, category, components, parameter_format: parameterFormat, message_send_ttl_seconds: ttlSeconds } = parsed.data
  const draft = { category, components, format: parameterFormat?.toUpperCase() === 'NAMED' ? ('NAMED' as const) : ('POSITIONAL' as const) }
  const error = checkTtl(category, ttlSeconds) ?? refuseTemplate(draft)
  if (error) return sendError(reply, error)
  if (findTemplate(standIn.world.templates.values(), name, language))
    return sendError(
      reply,
      userError(2388024, 'Content in this language already exists', `There is already ${language} content for ${name}.`),
    )
  const template: StoredTemplate = {
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

function editTemplate(standIn: StandIn, { id, body }: Call, reply: FastifyReply): FastifyReply {
  const parsed = editShape.safeParse(body)
  if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], body))
  const template = standIn.world.templates.get(id)
  if (!template) return sendError(reply, graphError(100, { subcode: 33 }))
  const { category = template.category, components = template.components, parameter_format: parameterFormat } = parsed.data
  if (template.status === 'PENDING' || template.status === 'DISABLED')
    return sendError(
      reply,
      userError(2388025, 'Message template can’t be edited', `A template that is ${template.status} can’t be edited.`),
    )
  if (template.status === 'APPROVED' && category !== template.category)
    return sendError(
      reply,
      userError(2388025, 'Message template can’t be edited', 'The category of an approved template can’t be changed.'),
    )
  const requestedFormat = parameterFormat?.toUpperCase()
  const draft = {
    category,
    components,
    format: requestedFormat === 'NAMED' || requestedFormat === 'POSITIONAL' ? requestedFormat : template.format,
  }
  const ttlSeconds = parsed.data.message_send_ttl_seconds ?? template.ttlSeconds
  const error = checkTtl(category, parsed.data.message_send_ttl_seconds) ?? refuseTemplate(draft)
  if (error) return sendError(reply, error)
  // Two edits within one millisecond must have different times.
  const editedAt = Math.max(standIn.clock.now(), template.editedAt + 1)
  const next: StoredTemplate = { ...template, ...draft, ttlSeconds, status: 'PENDING', editedAt }
  standIn.record({ kind: 'template', template: next })
  review(standIn, next)
  return reply.send({ success: true })
}

/** Deletes a template in all languages, or only the one with this id. */
export function removeTemplates(standIn: StandIn, query: Record<string, unknown>, reply: FastifyReply): FastifyReply {
  const { name, hsm_id: id } = z.object({ name: z.optional(z.string()), hsm_id: z.optional(z.string()) }).parse(query)
  if (name === undefined) return sendError(reply, graphError(100, { message: 'The parameter name is required.' }))
  const matches = [...standIn.world.templates.values()].filter(template => template.name === name && (id ?? template.id) === template.id)
  if (matches.length === 0) return sendError(reply, userError(2593002, 'Message template not found', `There is no template named ${name}.`))
  for (const template of matches) {
    standIn.record({ kind: 'templateGone', id: template.id })
    announceTemplate(standIn, template, 'PENDING_DELETION', { reason: null })
  }
  return reply.send({ success: true })
}

function cursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url')
}

function checkTtl(category: StoredTemplate['category'], seconds: number | undefined) {
  const [min, max] = ttlRange[category]
  if (seconds === undefined || seconds === -1 || (seconds >= min && seconds <= max)) return null
  return graphError(100, { message: `Param message_send_ttl_seconds must be between ${min} and ${max} for ${category}.` })
}

function userError(subcode: number, title: string, details: string) {
  return graphError(100, { subcode, message: 'Invalid parameter', details, userTitle: title, userMessage: details })
}

function unknownField(name: string) {
  return graphError(100, { message: `Tried accessing nonexisting field (${name}) on node type (MessageTemplate)` })
}
