// The business profile, and the people the business has blocked.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { sendError } from '../misbehave.ts'
import { toGraphError } from '../refusal.ts'
import type { StandIn } from '../stand-in.ts'

const profileShape = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  about: z.optional(z.string().check(z.minLength(1), z.maxLength(139))),
  address: z.optional(z.string().check(z.maxLength(256))),
  description: z.optional(z.string().check(z.maxLength(256))),
  email: z.optional(z.email().check(z.maxLength(128))),
  vertical: z.optional(z.string().check(z.maxLength(40))),
  websites: z.optional(z.array(z.url({ protocol: /^https?$/ }).check(z.maxLength(256))).check(z.maxLength(2))),
  profile_picture_handle: z.optional(z.string()),
})
const fieldNames = [...Object.keys(profileShape.shape), 'profile_picture_url']
const blocksShape = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  block_users: z.array(z.strictObject({ user: z.string().check(z.minLength(1)) })).check(z.minLength(1), z.maxLength(100)),
})

export function profileRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  const scope = 'whatsapp_business_messaging'
  paths.number('GET', '/whatsapp_business_profile', scope, ({ query }, reply) => {
    const { profile } = standIn.world.account
    const requested = typeof query['fields'] === 'string' ? query['fields'].split(',') : Object.keys(profile)
    const unknown = requested.find(name => !fieldNames.includes(name))
    if (unknown !== undefined) return sendError(reply, graphError(100, { message: `Tried accessing nonexisting field (${unknown})` }))
    const fields = [...requested, 'messaging_product']
      .map(name => [name, profile[name]] as const)
      .filter(([, value]) => value !== undefined)
    return reply.send({ data: [Object.fromEntries(fields)] })
  })
  paths.number('POST', '/whatsapp_business_profile', scope, ({ body }, reply) => {
    const parsed = profileShape.safeParse(body)
    if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], body))
    standIn.record({ kind: 'account', change: { profile: { ...standIn.world.account.profile, ...parsed.data } } })
    return reply.send({ success: true })
  })
  paths.number('POST', '/block_users', scope, (call, reply) => setBlocked(standIn, call, reply, true))
  paths.number('DELETE', '/block_users', scope, (call, reply) => setBlocked(standIn, call, reply, false))
  paths.number('GET', '/block_users', scope, (_call, reply) => {
    const blocked = [...standIn.world.phones.values()].filter(phone => phone.refused)
    return reply.send({ data: blocked.map(({ wa, userId }) => ({ messaging_product: 'whatsapp', wa_id: wa, user_id: userId })) })
  })
}

function setBlocked(standIn: StandIn, { body }: Call, reply: FastifyReply, refused: boolean): FastifyReply {
  const parsed = blocksShape.safeParse(body)
  if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], body))
  const phones = [...standIn.world.phones.values()]
  const blocked: Record<string, string>[] = []
  const failed: Record<string, unknown>[] = []
  for (const { user } of parsed.data.block_users) {
    const phone = phones.find(one => one.wa === user.replace('+', '') || one.userId === user)
    if (phone) standIn.record({ kind: 'phoneSet', wa: phone.wa, refused })
    if (phone) blocked.push({ input: user, wa_id: phone.wa })
    else failed.push({ input: user, errors: [{ code: 139100, message: 'Failed to block some users' }] })
  }
  const key = refused ? 'added_users' : 'removed_users'
  return reply.send({
    messaging_product: 'whatsapp',
    block_users: { [key]: blocked, ...(failed.length > 0 ? { failed_users: failed } : {}) },
  })
}
