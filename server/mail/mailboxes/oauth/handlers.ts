// Handles sign-in with a mail provider, and the provider's callback.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { beginSignInApi, SignInProblem } from '../../../../core/api/mail.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { openBrowserCookie } from '../../../foundation/http/browser-cookie.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { randomToken } from '../../../foundation/seal.ts'
import { refuseBeyondPlan } from '../plan-limit.ts'
import { readMailbox } from '../store.ts'
import { type KeepSignInDeps, saveGrant } from './keep.ts'
import { beginSignIn, completeSignIn, type MailSignInDeps, signInMs } from './sign-in.ts'

export interface MailSignInHandlerDeps extends MailSignInDeps, KeepSignInDeps {
  say: Translate<'mail'>
  publicUrl: string
}

const path = '/api/mailboxes/sign-ins/callback'
const cookie = { name: 'mailferry_sign_in', path: '/api/mailboxes/sign-ins', maxAgeMs: signInMs }

export const redirectUriAt = (publicUrl: string): string => publicUrl + path

export function signInHandlers(deps: MailSignInHandlerDeps) {
  const { say, publicUrl } = deps
  const browserCookie = openBrowserCookie(publicUrl, cookie)
  const beginFor: UserHandler<typeof beginSignInApi> = async ({ userId, body, request, reply }) => {
    if (!deps.doors.has(body.provider)) throw new HttpError(422, 'sign_in_setup', say('refused.no_provider'))
    if (body.mailboxId && (await readMailbox(deps.db, userId, body.mailboxId))?.kind !== 'imap')
      throw new HttpError(404, 'not_found', say('refused.not_found'))
    // Before the user is sent to the provider.
    if (!body.mailboxId) await refuseBeyondPlan(deps, deps.db, userId)
    // One secret per browser, so that sign-ins in two tabs don't invalidate each other.
    const browser = browserCookie.read(request) ?? randomToken()
    const url = await beginSignIn(deps, userId, body, browser).catch((error: unknown) => {
      deps.log.warn({ err: error, provider: body.provider }, 'a sign-in with a mail provider could not begin')
      throw new HttpError(503, 'sign_in_waits', say('problem.sign_in_waits'))
    })
    reply?.header('set-cookie', browserCookie.format(browser))
    return { url }
  }
  const comeBack = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = new URL(publicUrl + request.url)
    const returned = await completeSignIn(deps, url, browserCookie.read(request))
    const kept = typeof returned === 'string' ? returned : await saveGrant(deps, returned).catch(toPlanProblem)
    const result = typeof kept === 'string' ? `problem=${kept}` : `added=${kept.mailboxId}`
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}/email-accounts?${result}`, 303)
  }
  return { beginSignIn: beginFor, comeBack }
}

/** Mailboxes were added in another tab while the user was at the provider. */
function toPlanProblem(error: unknown): SignInProblem {
  if (error instanceof HttpError && error.code === 'plan_limit') return 'sign_in_beyond_plan'
  throw error
}
