// Records what happens to an account: sign-ins, failures, changes, and signs of theft.
import { type Device, deviceOf } from '../../core/session/device.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { digest } from '../foundation/seal.ts'
import type { AuthDeps, AuthEvent } from './deps.ts'
import { authEmailFor } from './email/content.ts'
import { whenAndWhere } from './email/when-and-where.ts'
import type { AuthRequest } from './endpoint.ts'
import { noteDevice } from './store.ts'

export interface Subject {
  userId: string | null
  email: string | null
}

type What = Pick<AuthEvent, 'name' | 'status'> & { details?: Record<string, unknown> }

export async function note(
  deps: AuthDeps,
  db: Db,
  request: AuthRequest,
  { userId, email }: Subject,
  { details = {}, ...what }: What,
): Promise<void> {
  await deps.hooks.record(db, { ...what, details, userId, email, ip: request.ip, userAgent: request.userAgent, at: deps.now() })
}

/** What a sign-in leaves behind; from a device that is new to the person it is reported and mailed too. */
export async function noteSignedIn(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  userId: string,
  email: string | null,
  method: string,
): Promise<void> {
  const subject = { userId, email }
  await note(deps, tx, request, subject, { name: 'login_success', status: 'success', details: { method } })
  await note(deps, tx, request, subject, { name: 'auth.login', status: 'success', details: { method } })
  const device = deviceOf(request.userAgent)
  const isNew = await noteDevice(tx, userId, deviceHash(device, request.userAgent), deps.now())
  if (!isNew) return
  await note(deps, tx, request, subject, { name: 'suspicious_activity', status: 'warning', details: { reason: 'new_device' } })
  if (email && (await isNoticeWanted(deps, tx, userId))) await mailNewDevice(deps, tx, request, userId, email)
}

const isNoticeWanted = async (deps: AuthDeps, tx: Tx, userId: string): Promise<boolean> =>
  deps.hooks.optOut === null || deps.hooks.optOut.isWanted(tx, userId, 'new_device')

async function mailNewDevice(deps: AuthDeps, tx: Tx, request: AuthRequest, userId: string, email: string): Promise<void> {
  const stop = deps.hooks.optOut?.stopLink(userId, 'new_device') ?? null
  const about = { link: `${deps.publicUrl}/profile`, code: null, minutes: null }
  const content = await authEmailFor(deps, tx, userId, 'newDevice', language => ({
    ...about,
    stop,
    facts: whenAndWhere(deps, request, language),
  }))
  await deps.mailer.keep(tx, { ...content, to: email })
}

const deviceHash = (device: Device | null, userAgent: string | null): Buffer =>
  digest(device ? `${device.browser} ${device.system}` : `other ${userAgent ?? ''}`)

/** Passes on a refusal after `report` has recorded its code; other failures are not the caller's doing and pass as they are. */
export async function reporting<T>(work: Promise<T>, report: (reason: string) => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && error.status !== 429) await report(error.code)
    throw error
  }
}
