// An API client for the filters command: signs in, sends requests, and checks responses.
import { z } from 'zod/mini'
import type { Translate } from '../../../core/words/words.ts'
import { OutsideError, openOutside } from '../../foundation/outside.ts'

export interface Client {
  request<A extends z.ZodMiniType>(
    answer: A,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<z.output<A>>
}

export interface SignInPrompts {
  email: () => Promise<string>
  password: () => Promise<string>
  /** Code from the authenticator app, if the user has one. */
  code: () => Promise<string>
}

const timeoutMs = 30_000
const ErrorBody = z.object({ message: z.optional(z.string()), msg: z.optional(z.string()) })
const Session = z.object({
  access_token: z.string(),
  user: z.optional(z.object({ factors: z.optional(z.array(z.object({ id: z.string(), status: z.string() }))) })),
})

/** `key` is an access token; without one the user signs in, with the second factor that they set up. */
export async function openClient(url: string, key: string | undefined, signIn: SignInPrompts, t: Translate<'exchange'>): Promise<Client> {
  if (key) return clientWith(url, key, t)
  const signedOut = clientWith(url, '', t)
  const credentials = { email: await signIn.email(), password: await signIn.password() }
  const session = await signedOut.request(Session, 'POST', '/auth/v1/token?grant_type=password', credentials)
  const factor = session.user?.factors?.find(candidate => candidate.status === 'verified')
  if (!factor) return clientWith(url, session.access_token, t)
  const firstStep = clientWith(url, session.access_token, t)
  const path = `/auth/v1/factors/${factor.id}`
  const challenge = await firstStep.request(z.object({ id: z.string() }), 'POST', `${path}/challenge`, {})
  const secondStep = await firstStep.request(Session, 'POST', `${path}/verify`, { challenge_id: challenge.id, code: await signIn.code() })
  return clientWith(url, secondStep.access_token, t)
}

function clientWith(url: string, token: string, t: Translate<'exchange'>): Client {
  const { hostname, port, protocol } = new URL(url)
  // The user names the server, so it may be anywhere, including this machine.
  const host = `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
  const outside = openOutside({ allow: [host], loopback: true })
  return {
    request: async (shape, method, path, body) => {
      const json = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const answer = await outside.request({ method, url: `${url}${path}`, headers, ...json, timeoutMs }).catch((error: unknown) => {
        throw error instanceof OutsideError ? new CommandError(t('command.unreachable', { url })) : error
      })
      const value = parseJson(answer.body.toString())
      if (answer.status >= 300) throw new CommandError(refusalText(value, t, url))
      const result = shape.safeParse(value)
      if (!result.success) throw new CommandError(t('command.strange', { url }))
      return result.data
    },
  }
}

function refusalText(value: unknown, t: Translate<'exchange'>, url: string): string {
  const refusal = ErrorBody.safeParse(value)
  const message = refusal.success ? (refusal.data.message ?? refusal.data.msg) : undefined
  return message === undefined ? t('command.strange', { url }) : t('command.refused', { message })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export class CommandError extends Error {}
