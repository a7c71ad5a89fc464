// Serves /passkeys/registration: adds a passkey that signs its user in without a password.
import { z } from 'zod/mini'
import { detectDevice } from '../../../core/session/device.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { newId } from '../../foundation/seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { parseInput, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { creationOptions, verifyRegistration } from '../factors/passkey/registration.ts'
import type { RelyingParty } from '../factors/passkey/relying-party.ts'
import type { PasskeyItem } from '../shapes.ts'
import { refuseUnprovenRequest } from '../step-up.ts'
import { newPasskeyChallenge, openPasskeyChallenge } from './challenge.ts'
import { passkeyView } from './manage.ts'
import { passkeySite, signInHandle } from './site.ts'
import { insertSignInPasskey, listSignInPasskeys, usePasskeyChallenge } from './store.ts'

const maxPasskeys = 10

export async function startRegistration(deps: AuthDeps, request: UserRequest) {
  const site = passkeySite(deps)
  const { user } = request.record
  const existing = await refuseRegistration(deps, request)
  const { id, challenge, expiresAt } = newPasskeyChallenge(deps, { kind: 'register', userId: user.id })
  const options = await creationOptions(site, challenge, {
    ...{ user, existing, handle: signInHandle(user.id) },
    selection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge_id: id, options: { ...options }, expires_at: expiresAt }
}

const Verify = z.object({ challenge_id: z.uuid(), credential: z.looseObject({}, { error: 'is missing' }) })

export async function finishRegistration(deps: AuthDeps, request: UserRequest): Promise<PasskeyItem> {
  const site = passkeySite(deps)
  const { user } = request.record
  const { challenge_id, credential } = parseInput(Verify, request.body)
  await refuseRegistration(deps, request)
  const challenge = openPasskeyChallenge(deps, challenge_id, { kind: 'register', userId: user.id })
  const key = await readNewKey(deps, site, challenge, user, credential)
  const now = deps.now()
  const added = { ...key, id: newId(now), friendly_name: deviceName(request), created_at: now, last_used_at: null }
  await deps.db.transaction().execute(async tx => {
    if (!(await usePasskeyChallenge(tx, user.id, challenge_id, now))) throw refuse('webauthn_challenge_not_found')
    if (!(await insertSignInPasskey(tx, user.id, added))) throw refuse('webauthn_credential_exists')
    const subject = { userId: user.id, email: user.email }
    await noteSecurityEvent(deps, tx, request, subject, { name: 'auth.passkey_added', status: 'success' })
    await notifyOfChange(deps, tx, request, user, 'passkeyAdded', { undo: { kind: 'passkey', id: added.id } })
  })
  deps.mailer.wake()
  return passkeyView(added)
}

/** Throws unless this session may add one; returns the user's passkeys. */
async function refuseRegistration(deps: AuthDeps, request: UserRequest): Promise<Row<'sign_in_passkeys'>[]> {
  const { user } = request.record
  if (user.is_anonymous) throw refuse('no_authorization', { status: 403 })
  refuseLowAssurance(request, 'add a passkey')
  refuseUnprovenRequest(deps, request)
  const existing = await listSignInPasskeys(deps.db, user.id)
  if (existing.length >= maxPasskeys) throw refuse('too_many_passkeys')
  return existing
}

async function readNewKey(deps: AuthDeps, site: RelyingParty, challenge: Buffer, user: Row<'users'>, credential: unknown) {
  try {
    return await verifyRegistration(site, challenge, credential, { requireUserVerification: true })
  } catch (err) {
    if (err instanceof HttpError) throw err
    // The user only learns that it failed; the reason is for the operator.
    deps.log.warn({ err, userId: user.id }, 'a new passkey was refused')
    throw refuse('webauthn_verification_failed')
  }
}

/** What its user knows it by, until they rename it. */
function deviceName({ userAgent }: UserRequest): string {
  const device = detectDevice(userAgent)
  return device ? `${device.browser}, ${device.system}` : ''
}
