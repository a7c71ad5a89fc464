// Records account events: sign-ins, failures, changes, and signs of theft.
import { type Device, detectDevice } from '../../core/session/device.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { digest } from '../foundation/seal.ts'
import type { AuthDeps, AuthEvent } from './deps.ts'
import { renderAuthEmailFor } from './email/content.ts'
import { requestFacts } from './email/request-facts.ts'
import type { AuthRequest } from './endpoint.ts'
import { recordDevice } from './store.ts'

export interface Subject {
  userId: string | null
  email: string | null
}

type EventFields = Pick<AuthEvent, 'name' | 'status'> & { details?: Record<string, unknown> }

export async function noteSecurityEvent(
  deps: AuthDeps,
  db: Db,
  request: AuthRequest,
  { userId, email }: Subject,
  { details = {}, ...event }: EventFields,
): Promise<void> {
  await deps.hooks.record(db, { ...event, details, userId, email, ip: request.ip, userAgent: request.userAgent, at: deps.now() })
}

/** Records a sign-in; one from a new device is also flagged and emailed. */
export async function recordSignIn(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  userId: string,
  email: string | null,
  method: string,
): Promise<void> {
  const subject = { userId, email }
  await noteSecurityEvent(deps, tx, request, subject, { name: 'login_success', status: 'success', details: { method } })
  await noteSecurityEvent(deps, tx, request, subject, { name: 'auth.login', status: 'success', details: { method } })
  const device = detectDevice(request.userAgent)
  const isNew = await recordDevice(tx, userId, deviceHash(device, request.userAgent), deps.now())
  if (!isNew) return
  await noteSecurityEvent(deps, tx, request, subject, { name: 'suspicious_activity', status: 'warning', details: { reason: 'new_device' } })
  if (email && (await wantsNewDeviceEmail(deps, tx, userId))) await emailNewDevice(deps, tx, request, userId, email)
}

const wantsNewDeviceEmail = async (deps: AuthDeps, tx: Tx, userId: string): Promise<boolean> =>
  deps.hooks.optOut === null || deps.hooks.optOut.isWanted(tx, userId, 'new_device')

async function emailNewDevice(deps: AuthDeps, tx: Tx, request: AuthRequest, userId: string, email: string): Promise<void> {
  const unsubscribe = deps.hooks.optOut?.unsubscribeLink(userId, 'new_device') ?? null
  const about = { link: `${deps.publicUrl}/profile`, code: null, minutes: null }
  const content = await renderAuthEmailFor(deps, tx, userId, 'newDevice', language => ({
    ...about,
    unsubscribe: unsubscribe,
    facts: requestFacts(deps, request, language),
  }))
  await deps.mailer.enqueue(tx, { ...content, to: email })
}

const deviceHash = (device: Device | null, userAgent: string | null): Buffer =>
  digest(device ? `${device.browser} ${device.system}` : `other ${userAgent ?? ''}`)

/** Rethrows an error of `work`, after `report` has recorded the code of a refusal other than 429. */
export async function reportRefusal<T>(work: Promise<T>, report: (reason: string) => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && error.status !== 429) await report(error.code)
    throw error
  }
}
