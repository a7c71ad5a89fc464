// The number's set-up: a code by SMS, its check, registering with a PIN, and giving it up.
import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { type GraphError, graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { sendError } from '../misbehave.ts'
import { refusalOf } from '../refusal.ts'
import type { StandIn } from '../stand-in.ts'
import type { Account } from './state.ts'

const askShape = z.strictObject({ code_method: z.enum(['SMS', 'VOICE']), language: z.string().check(z.regex(/^[a-z]{2}(_[A-Z]{2})?$/)) })
const checkShape = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$|^\d{3}-\d{3}$/)) })
const registerShape = z.strictObject({ messaging_product: z.literal('whatsapp'), pin: z.string().check(z.regex(/^\d{6}$/)) })
const emptyShape = z.strictObject({ messaging_product: z.optional(z.literal('whatsapp')) })
const registrationsMs = 72 * 3_600_000
const mostRegistrations = 10
const mostWrongPins = 5

type Answer = { change: Partial<Account> } | { error: GraphError }

export function numberRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  const step = <Shape extends z.ZodMiniType>(path: string, shape: Shape, act: (asked: z.output<Shape>) => Answer) =>
    paths.number('POST', path, 'whatsapp_business_management', ({ body }: Call, reply: FastifyReply) => {
      const asked = shape.safeParse(body)
      if (!asked.success) return sendError(reply, refusalOf(asked.error.issues[0], body))
      const answer = act(asked.data)
      if ('error' in answer) return sendError(reply, answer.error)
      standIn.record({ kind: 'account', change: answer.change })
      return reply.send({ success: true })
    })
  step('/request_code', askShape, () => requestCode(standIn))
  step('/verify_code', checkShape, ({ code }) => verifyCode(standIn, code.replace('-', '')))
  step('/register', registerShape, ({ pin }) => register(standIn, pin))
  step('/deregister', emptyShape, () => registration(standIn, { registered: false }))
}

function requestCode({ world }: StandIn): Answer {
  if (world.account.verified && world.account.registered)
    return { error: graphError(136024, { details: 'This number is verified and registered already.' }) }
  return { change: { code: String(randomInt(100_000, 1_000_000)) } }
}

function verifyCode({ world }: StandIn, code: string): Answer {
  if (world.account.code === null || code !== world.account.code)
    return { error: graphError(136025, { details: 'The code entered is incorrect.' }) }
  return { change: { verified: true, code: null } }
}

function register(standIn: StandIn, pin: string): Answer {
  const { account } = standIn.world
  if (!account.verified) return { error: graphError(133006, { details: 'Phone number needs to be verified before registering.' }) }
  if (account.wrongPins >= mostWrongPins)
    return { error: graphError(133008, { details: 'Too many two step verification PIN guesses for this phone number.' }) }
  if (account.pin === pin) return registration(standIn, { registered: true, wrongPins: 0 })
  standIn.record({ kind: 'account', change: { wrongPins: account.wrongPins + 1 } })
  return { error: graphError(133005, { details: 'Two step verification PIN is incorrect.' }) }
}

function registration({ world, clock }: StandIn, change: Partial<Account>): Answer {
  const now = clock.now()
  const lately = world.account.registrations.filter(at => at > now - registrationsMs)
  if (lately.length >= mostRegistrations)
    return { error: graphError(133016, { details: 'Too many registrations and deregistrations of this number in 72 hours.' }) }
  return { change: { ...change, registrations: [...lately, now] } }
}
