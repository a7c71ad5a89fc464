// Every URL of the auth wire under /auth/v1: who may ask, what is answered, and by which endpoint.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { administration } from './administration/wire.ts'
import { behindCaptcha } from './captcha-guard.ts'
import { Empty, openAuthDoors } from './endpoint.ts'
import { refuse, renderAuthError } from './errors.ts'
import { challengeFactor, verifyFactor } from './factors/challenge.ts'
import { enroll, unenroll } from './factors/enroll.ts'
import { getHealth } from './health.ts'
import { listKeys } from './jwks.ts'
import { signOut } from './logout.ts'
import { otp } from './mailed/otp.ts'
import { reauthenticate } from './mailed/reauthenticate.ts'
import { recover } from './mailed/recover.ts'
import { resend } from './mailed/resend.ts'
import { openLink, verify } from './mailed/verify.ts'
import type { AuthParts } from './parts.ts'
import { providerRoutes } from './providers/routes.ts'
import { unlinkIdentity } from './providers/unlink.ts'
import { refused } from './refused.ts'
import { getSettings } from './settings.ts'
import { EnrolledFactor, FactorChallenge, FactorId, Health, Message, Nothing, PublicKeys, Sent, Session, Settings, User } from './shapes.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { getUser } from './user.ts'
import { changeSelf } from './user-change.ts'

const oauthServer = ['/oauth/*', '/user/oauth/grants', '/admin/oauth/*', '/admin/custom-providers', '/admin/custom-providers/*']

export function authRoutes(app: FastifyInstance, parts: AuthParts): void {
  app.setErrorHandler(renderAuthError)
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })
  const doors = openAuthDoors(app, parts)
  const { anyone, person, leads } = doors
  administration(doors)
  anyone('POST', '/signup', z.union([Session, User]), behindCaptcha(signUp))
  anyone('POST', '/token', Session, token)
  anyone('POST', '/otp', Sent, behindCaptcha(otp))
  anyone('POST', '/recover', Nothing, behindCaptcha(recover))
  anyone('POST', '/resend', Nothing, behindCaptcha(resend))
  anyone('POST', '/verify', z.union([Session, Message]), verify)
  leads('/verify', openLink)
  person('GET', '/user', User, getUser)
  person('PUT', '/user', User, changeSelf)
  person('GET', '/reauthenticate', Sent, reauthenticate)
  person('POST', '/factors', EnrolledFactor, enroll)
  person('POST', '/factors/:id/challenge', FactorChallenge, challengeFactor)
  person('POST', '/factors/:id/verify', Session, verifyFactor)
  person('DELETE', '/factors/:id', FactorId, unenroll)
  person('POST', '/logout', Empty, signOut)
  person('DELETE', '/user/identities/:id', Nothing, unlinkIdentity)
  void app.register(async scope => providerRoutes(scope, parts))
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
