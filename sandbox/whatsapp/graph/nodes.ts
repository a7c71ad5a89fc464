// GET and DELETE of a single object by id: the number, the account, a template, a file.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { businessName, phoneNumberId, wabaId } from '../credentials.ts'
import { displayNumber } from '../envelope.ts'
import { graphError } from '../errors.ts'
import { unknownObject } from '../guard.ts'
import { deleteFile, sendFileInfo } from '../media/routes.ts'
import { isRefusal, sendError, sendFault } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'
import { fieldNames, templateView } from '../templates/view.ts'
import { type Call, graphPaths } from './paths.ts'

const tiers: [number, string][] = [
  [250, 'TIER_250'],
  [2000, 'TIER_2K'],
  [10_000, 'TIER_10K'],
  [100_000, 'TIER_100K'],
]
const defaultFields = ['verified_name', 'display_phone_number', 'quality_rating', 'code_verification_status', 'platform_type', 'throughput']

export function nodeRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { world } = standIn
  const paths = graphPaths(app, standIn)
  const rule = { scope: 'whatsapp_business_management' as const, owns: () => true }
  paths.node('GET', '/:id', { ...rule, scope: 'whatsapp_business_messaging' }, (call, reply) => {
    if (call.id === phoneNumberId) {
      const fault = standIn.faults.takeForRequest({ to: '', type: 'number' }, standIn.chance)
      if (isRefusal(fault)) return sendFault(reply, fault)
      return sendFields(numberFields(standIn), call, defaultFields, 'WhatsAppBusinessPhoneNumber', reply)
    }
    if (call.id === wabaId) return sendFields(accountFields(standIn), call, ['name'], 'WhatsAppBusinessAccount', reply)
    const template = world.templates.get(call.id)
    if (template) return sendFields(templateView(template, fieldNames), call, Object.keys(templateView(template)), 'MessageTemplate', reply)
    return sendFileInfo(standIn, call, reply)
  })
  paths.node('DELETE', '/:id', rule, (call, reply) =>
    world.files.has(call.id) ? deleteFile(standIn, call, reply) : sendError(reply, unknownObject('delete', call.id)),
  )
  paths.node('GET', '/:id/phone_numbers', { ...rule, owns: id => id === wabaId }, ({ query }, reply) => {
    const all = numberFields(standIn)
    const requested = parseFields(query) ?? defaultFields
    return reply.send({ data: [pickFields(all, requested)], paging: { cursors: { before: 'MAZDZD', after: 'MAZDZD' } } })
  })
}

export function numberFields({ world, settings }: StandIn): Record<string, unknown> {
  const { account } = world
  return {
    id: phoneNumberId,
    display_phone_number: displayNumber(),
    verified_name: businessName,
    quality_rating: account.quality,
    code_verification_status: account.verified ? 'VERIFIED' : 'NOT_VERIFIED',
    name_status: 'APPROVED',
    platform_type: account.registered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    throughput: { level: (settings.throughput ?? 1000) >= 1000 ? 'HIGH' : 'STANDARD' },
    status: account.banned ? 'BANNED' : account.registered ? 'CONNECTED' : 'DISCONNECTED',
    account_mode: settings.allowList ? 'SANDBOX' : 'LIVE',
    is_official_business_account: false,
    webhook_configuration: account.callbackUrl ? { whatsapp_business_account: account.callbackUrl } : {},
    whatsapp_business_manager_messaging_limit: messagingTier(settings.dailyPeople),
  }
}

function accountFields({ world }: StandIn): Record<string, unknown> {
  return {
    id: wabaId,
    name: businessName,
    currency: 'USD',
    timezone_id: '1',
    account_review_status: world.account.banned ? 'REJECTED' : 'APPROVED',
    business_verification_status: 'verified',
    status: world.account.banned ? 'DISABLED' : 'ACTIVE',
    message_template_namespace: 'sandbox',
  }
}

function messagingTier(people: number | null): string {
  return tiers.find(([limit]) => people !== null && people <= limit)?.[1] ?? 'TIER_UNLIMITED'
}

function sendFields(all: Record<string, unknown>, { query }: Call, defaults: string[], type: string, reply: FastifyReply): FastifyReply {
  const requested = parseFields(query) ?? defaults
  const unknown = requested.find(name => !(name in all))
  if (unknown === undefined) return reply.send(pickFields(all, requested))
  return sendError(reply, graphError(100, { message: `Tried accessing nonexisting field (${unknown}) on node type (${type})` }))
}

function pickFields(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries([...names, 'id'].map(name => [name, all[name]]))
}

function parseFields({ fields }: Record<string, unknown>): string[] | null {
  return typeof fields === 'string' ? fields.split(',').filter(name => name !== '') : null
}
