// Routes the auth API under /auth/v1: who may call each URL, what it returns, and which endpoint serves it.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { NewRecoveryCodes, RecoveryCodeCount } from '../../core/api/recovery-codes.ts'
import { administration } from './administration/wire.ts'
import { behindCaptcha } from './captcha-guard.ts'
import type { AuthDeps } from './deps.ts'
import { otp } from './email/otp.ts'
import { reauthenticate } from './email/reauthenticate.ts'
import { recover } from './email/recover.ts'
import { resend } from './email/resend.ts'
import { openLink, verifyOtp } from './email/verify.ts'
import { type AuthRequest, Empty, openAuthRoutes } from './endpoint.ts'
import { type AuthCode, refuse, renderAuthError } from './errors.ts'
import { challengeFactor, verifyFactor } from './factors/challenge.ts'
import { enroll, unenroll } from './factors/enroll.ts'
import { countRecoveryCodes, makeRecoveryCodes, signInWithRecoveryCode } from './factors/recovery-codes.ts'
import { getHealth, getPublicKeys, getSettings } from './instance.ts'
import { signOut } from './logout.ts'
import { finishAuthentication, startAuthentication } from './passkeys/authenticate.ts'
import { listPasskeys, removePasskey, renamePasskey } from './passkeys/manage.ts'
import { finishRegistration, startRegistration } from './passkeys/register.ts'
import { providerRoutes } from './providers/routes.ts'
import { unlinkIdentity } from './providers/unlink.ts'
import {
  AuthHealth,
  AuthSettings,
  EmptyObject,
  EnrolledFactor,
  FactorChallenge,
  FactorId,
  PasskeyItem,
  PasskeyList,
  PasskeyOptions,
  PublicKeys,
  SentCode,
  Session,
  StatusMessage,
  User,
} from './shapes.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { getSelf, updateSelf } from './user.ts'

const oauthServerUrls = ['/oauth/*', '/user/oauth/grants', '/admin/oauth/*', '/admin/custom-providers', '/admin/custom-providers/*']

export function authRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.setErrorHandler(renderAuthError)
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })
  const routes = openAuthRoutes(app, deps)
  const { user, redirect } = routes
  administration(routes)
  routes.public('POST', '/signup', z.union([Session, User]), behindCaptcha(signUp))
  routes.public('POST', '/token', Session, token)
  routes.public('POST', '/otp', SentCode, behindCaptcha(otp))
  routes.public('POST', '/recover', EmptyObject, behindCaptcha(recover))
  routes.public('POST', '/resend', EmptyObject, behindCaptcha(resend))
  routes.public('POST', '/verify', z.union([Session, StatusMessage]), verifyOtp)
  redirect('/verify', openLink)
  user('GET', '/user', User, getSelf)
  user('PUT', '/user', User, updateSelf)
  user('GET', '/reauthenticate', SentCode, reauthenticate)
  user('POST', '/factors', EnrolledFactor, enroll)
  user('POST', '/factors/:id/challenge', FactorChallenge, challengeFactor)
  user('POST', '/factors/:id/verify', Session, verifyFactor)
  user('DELETE', '/factors/:id', FactorId, unenroll)
  // Ours alone: the official client has no recovery codes.
  user('GET', '/recovery-codes', RecoveryCodeCount, countRecoveryCodes)
  user('POST', '/recovery-codes', NewRecoveryCodes, makeRecoveryCodes)
  user('POST', '/recovery-codes/verify', Session, signInWithRecoveryCode)
  routes.public('POST', '/passkeys/authentication/options', PasskeyOptions, startAuthentication)
  routes.public('POST', '/passkeys/authentication/verify', Session, finishAuthentication)
  user('POST', '/passkeys/registration/options', PasskeyOptions, startRegistration)
  user('POST', '/passkeys/registration/verify', PasskeyItem, finishRegistration)
  user('GET', '/passkeys', PasskeyList, listPasskeys)
  user('PATCH', '/passkeys/:passkeyId', PasskeyItem, renamePasskey)
  user('DELETE', '/passkeys/:passkeyId', EmptyObject, removePasskey)
  user('POST', '/logout', Empty, signOut)
  user('DELETE', '/user/identities/:id', EmptyObject, unlinkIdentity)
  void app.register(async scope => providerRoutes(scope, deps))
  for (const url of ['/sso', '/sso/saml/acs']) routes.public('POST', url, EmptyObject, refuseAlways('saml_provider_disabled'))
  routes.public('GET', '/sso/saml/metadata', EmptyObject, refuseAlways('saml_provider_disabled'))
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const url of oauthServerUrls) routes.public(method, url, EmptyObject, refuseAlways('feature_disabled'))
  }
  for (const name of ['openid-configuration', 'oauth-authorization-server'])
    routes.public('GET', `/.well-known/${name}`, EmptyObject, refuseAlways('feature_disabled'))
  routes.public('GET', '/.well-known/jwks.json', PublicKeys, getPublicKeys, { 'cache-control': 'public, max-age=600' })
  routes.public('GET', '/settings', AuthSettings, getSettings)
  routes.public('GET', '/health', AuthHealth, getHealth)
}

/** An endpoint that always returns this error. */
export const refuseAlways = (code: AuthCode, message?: string) => async (_deps: AuthDeps, _request: AuthRequest) => {
  throw refuse(code, message ? { message } : {})
}
