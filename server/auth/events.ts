// Says what happened to an account: sign-ins that worked or failed, changes, and what looks like theft.
import { type Device, deviceOf } from '../../core/session/device.ts'
import type { Db, Tx } from '../db/pool.ts'
import { HttpError } from '../http/errors.ts'
import { digest } from '../seal.ts'
import type { Ask } from './endpoint.ts'
import { letterFor } from './mailed/letters.ts'
import { whenAndWhere } from './mailed/when-and-where.ts'
import type { AuthEvent, AuthParts } from './parts.ts'
import { noteDevice } from './store.ts'

export interface Subject {
  userId: string | null
  email: string | null
}

type What = Pick<AuthEvent, 'name' | 'status'> & { details?: Record<string, unknown> }

export async function note(parts: AuthParts, db: Db, ask: Ask, { userId, email }: Subject, { details = {}, ...what }: What): Promise<void> {
  await parts.record(db, { ...what, details, userId, email, ip: ask.ip, userAgent: ask.userAgent, at: parts.now() })
}

/** What a sign-in leaves behind; from a device that is new to the person it is reported and mailed too. */
export async function noteSignedIn(
  parts: AuthParts,
  tx: Tx,
  ask: Ask,
  userId: string,
  email: string | null,
  method: string,
): Promise<void> {
  const subject = { userId, email }
  await note(parts, tx, ask, subject, { name: 'login_success', status: 'success', details: { method } })
  await note(parts, tx, ask, subject, { name: 'auth.login', status: 'success', details: { method } })
  const device = deviceOf(ask.userAgent)
  const isNew = await noteDevice(tx, userId, deviceHash(device, ask.userAgent), parts.now())
  if (!isNew) return
  await note(parts, tx, ask, subject, { name: 'suspicious_activity', status: 'warning', details: { reason: 'new_device' } })
  if (email && (await isNoticeWanted(parts, tx, userId))) await mailNewDevice(parts, tx, ask, userId, email)
}

const isNoticeWanted = async (parts: AuthParts, tx: Tx, userId: string): Promise<boolean> =>
  parts.notices === null || parts.notices.isWanted(tx, userId, 'new_device')

async function mailNewDevice(parts: AuthParts, tx: Tx, ask: Ask, userId: string, email: string): Promise<void> {
  const stop = parts.notices?.stopLink(userId, 'new_device') ?? null
  const about = { link: `${parts.publicUrl}/profile`, code: null, minutes: null }
  const letter = await letterFor(parts, tx, userId, 'newDevice', language => ({
    ...about,
    stop,
    facts: whenAndWhere(parts, ask, language),
  }))
  await parts.mailer.keep(tx, { ...letter, to: email })
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
