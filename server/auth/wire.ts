// Every URL of the auth wire under /auth/v1: who may call it, what it returns, and which endpoint serves it.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { administration } from './administration/wire.ts'
import { behindCaptcha } from './captcha-guard.ts'
import type { AuthDeps } from './deps.ts'
import { otp } from './email/otp.ts'
import { reauthenticate } from './email/reauthenticate.ts'
import { recover } from './email/recover.ts'
import { resend } from './email/resend.ts'
import { openLink, verify } from './email/verify.ts'
import { type AuthRequest, Empty, openAuthRoutes } from './endpoint.ts'
import { type AuthCode, refuse, renderAuthError } from './errors.ts'
import { challengeFactor, verifyFactor } from './factors/challenge.ts'
import { enroll, unenroll } from './factors/enroll.ts'
import { getHealth, getSettings, listKeys } from './instance.ts'
import { signOut } from './logout.ts'
import { providerRoutes } from './providers/routes.ts'
import { unlinkIdentity } from './providers/unlink.ts'
import { EnrolledFactor, FactorChallenge, FactorId, Health, Message, Nothing, PublicKeys, Sent, Session, Settings, User } from './shapes.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { changeSelf, getUser } from './user.ts'

const oauthServer = ['/oauth/*', '/user/oauth/grants', '/admin/oauth/*', '/admin/custom-providers', '/admin/custom-providers/*']

export function authRoutes(app: FastifyInstance, deps: AuthDeps): void {
  app.setErrorHandler(renderAuthError)
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })
  const routes = openAuthRoutes(app, deps)
  const { anyone, user, redirect } = routes
  administration(routes)
  anyone('POST', '/signup', z.union([Session, User]), behindCaptcha(signUp))
  anyone('POST', '/token', Session, token)
  anyone('POST', '/otp', Sent, behindCaptcha(otp))
  anyone('POST', '/recover', Nothing, behindCaptcha(recover))
  anyone('POST', '/resend', Nothing, behindCaptcha(resend))
  anyone('POST', '/verify', z.union([Session, Message]), verify)
  redirect('/verify', openLink)
  user('GET', '/user', User, getUser)
  user('PUT', '/user', User, changeSelf)
  user('GET', '/reauthenticate', Sent, reauthenticate)
  user('POST', '/factors', EnrolledFactor, enroll)
  user('POST', '/factors/:id/challenge', FactorChallenge, challengeFactor)
  user('POST', '/factors/:id/verify', Session, verifyFactor)
  user('DELETE', '/factors/:id', FactorId, unenroll)
  user('POST', '/logout', Empty, signOut)
  user('DELETE', '/user/identities/:id', Nothing, unlinkIdentity)
  void app.register(async scope => providerRoutes(scope, deps))
  for (const url of ['/sso', '/sso/saml/acs']) anyone('POST', url, Nothing, refused('saml_provider_disabled'))
  anyone('GET', '/sso/saml/metadata', Nothing, refused('saml_provider_disabled'))
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const url of oauthServer) anyone(method, url, Nothing, refused('feature_disabled'))
    anyone(method, '/passkeys/*', Nothing, refused('passkey_disabled'))
  }
  anyone('GET', '/passkeys', Nothing, refused('passkey_disabled'))
  for (const name of ['openid-configuration', 'oauth-authorization-server'])
    anyone('GET', `/.well-known/${name}`, Nothing, refused('feature_disabled'))
  anyone('GET', '/.well-known/jwks.json', PublicKeys, listKeys, { 'cache-control': 'public, max-age=600' })
  anyone('GET', '/settings', Settings, getSettings)
  anyone('GET', '/health', Health, getHealth)
}

/** An endpoint that is there to say no. */
export const refused = (code: AuthCode, message?: string) => async (_parts: AuthDeps, _request: AuthRequest) => {
  throw refuse(code, message ? { message } : {})
}
