// Setting up the number: requesting and verifying a code, registering with a PIN, and deregistering.
import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { type GraphError, graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { sendError } from '../misbehave.ts'
import { toGraphError } from '../refusal.ts'
import type { StandIn } from '../stand-in.ts'
import type { Account } from './state.ts'

const requestCodeShape = z.strictObject({
  code_method: z.enum(['SMS', 'VOICE']),
  language: z.string().check(z.regex(/^[a-z]{2}(_[A-Z]{2})?$/)),
})
const verifyCodeShape = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$|^\d{3}-\d{3}$/)) })
const registerShape = z.strictObject({ messaging_product: z.literal('whatsapp'), pin: z.string().check(z.regex(/^\d{6}$/)) })
const emptyShape = z.strictObject({ messaging_product: z.optional(z.literal('whatsapp')) })
const registrationPeriodMs = 72 * 3_600_000
const maxRegistrations = 10
const maxWrongPins = 5

type StepResult = { change: Partial<Account> } | { error: GraphError }

export function numberRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  const addStep = <Shape extends z.ZodMiniType>(path: string, shape: Shape, run: (parsed: z.output<Shape>) => StepResult) =>
    paths.number('POST', path, 'whatsapp_business_management', ({ body }: Call, reply: FastifyReply) => {
      const parsed = shape.safeParse(body)
      if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], body))
      const result = run(parsed.data)
      if ('error' in result) return sendError(reply, result.error)
      standIn.record({ kind: 'account', change: result.change })
      return reply.send({ success: true })
    })
  addStep('/request_code', requestCodeShape, () => requestCode(standIn))
  addStep('/verify_code', verifyCodeShape, ({ code }) => verifyCode(standIn, code.replace('-', '')))
  addStep('/register', registerShape, ({ pin }) => register(standIn, pin))
  addStep('/deregister', emptyShape, () => countRegistration(standIn, { registered: false }))
}

function requestCode({ world }: StandIn): StepResult {
  if (world.account.verified && world.account.registered)
    return { error: graphError(136024, { details: 'This number is verified and registered already.' }) }
  return { change: { code: String(randomInt(100_000, 1_000_000)) } }
}

function verifyCode({ world }: StandIn, code: string): StepResult {
  if (world.account.code === null || code !== world.account.code)
    return { error: graphError(136025, { details: 'The code entered is incorrect.' }) }
  return { change: { verified: true, code: null } }
}

function register(standIn: StandIn, pin: string): StepResult {
  const { account } = standIn.world
  if (!account.verified) return { error: graphError(133006, { details: 'Phone number needs to be verified before registering.' }) }
  if (account.wrongPins >= maxWrongPins)
    return { error: graphError(133008, { details: 'Too many two step verification PIN guesses for this phone number.' }) }
  if (account.pin === pin) return countRegistration(standIn, { registered: true, wrongPins: 0 })
  standIn.record({ kind: 'account', change: { wrongPins: account.wrongPins + 1 } })
  return { error: graphError(133005, { details: 'Two step verification PIN is incorrect.' }) }
}

function countRegistration({ world, clock }: StandIn, change: Partial<Account>): StepResult {
  const now = clock.now()
  const recent = world.account.registrations.filter(at => at > now - registrationPeriodMs)
  if (recent.length >= maxRegistrations)
    return { error: graphError(133016, { details: 'Too many registrations and deregistrations of this number in 72 hours.' }) }
  return { change: { ...change, registrations: [...recent, now] } }
}
