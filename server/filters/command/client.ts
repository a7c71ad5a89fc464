// An API client for the filters command: signs in, sends requests, and checks responses.
import { z } from 'zod/mini'
import type { Translate } from '../../../core/words/words.ts'
import { OutsideError, openOutside } from '../../foundation/outside.ts'

export interface Client {
  ask<A extends z.ZodMiniType>(answer: A, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<z.output<A>>
}

export interface SignInPrompts {
  email: () => Promise<string>
  password: () => Promise<string>
  /** Of the authenticator app, where the person has one. */
  code: () => Promise<string>
}

const timeoutMs = 30_000
const Refused = z.object({ message: z.optional(z.string()), msg: z.optional(z.string()) })
const Session = z.object({
  access_token: z.string(),
  user: z.optional(z.object({ factors: z.optional(z.array(z.object({ id: z.string(), status: z.string() }))) })),
})

/** `key` is an access token; without one the person signs in, with the second factor that they set up. */
export async function openClient(url: string, key: string | undefined, signIn: SignInPrompts, t: Translate<'exchange'>): Promise<Client> {
  if (key) return clientWith(url, key, t)
  const stranger = clientWith(url, '', t)
  const credentials = { email: await signIn.email(), password: await signIn.password() }
  const session = await stranger.ask(Session, 'POST', '/auth/v1/token?grant_type=password', credentials)
  const factor = session.user?.factors?.find(one => one.status === 'verified')
  if (!factor) return clientWith(url, session.access_token, t)
  const half = clientWith(url, session.access_token, t)
  const path = `/auth/v1/factors/${factor.id}`
  const challenge = await half.ask(z.object({ id: z.string() }), 'POST', `${path}/challenge`, {})
  const whole = await half.ask(Session, 'POST', `${path}/verify`, { challenge_id: challenge.id, code: await signIn.code() })
  return clientWith(url, whole.access_token, t)
}

function clientWith(url: string, token: string, t: Translate<'exchange'>): Client {
  const { hostname, port, protocol } = new URL(url)
  // The person names the server, so that it may be anywhere, this machine included.
  const host = `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
  const outside = openOutside({ allow: [host], loopback: true })
  return {
    ask: async (shape, method, path, body) => {
      const json = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const answer = await outside.request({ method, url: `${url}${path}`, headers, ...json, timeoutMs }).catch((error: unknown) => {
        throw error instanceof OutsideError ? new CommandError(t('command.unreachable', { url })) : error
      })
      const value = parsed(answer.body.toString())
      if (answer.status >= 300) throw new CommandError(refusalOf(value, t, url))
      const read = shape.safeParse(value)
      if (!read.success) throw new CommandError(t('command.strange', { url }))
      return read.data
    },
  }
}

function refusalOf(value: unknown, t: Translate<'exchange'>, url: string): string {
  const said = Refused.safeParse(value)
  const message = said.success ? (said.data.message ?? said.data.msg) : undefined
  return message === undefined ? t('command.strange', { url }) : t('command.refused', { message })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export class CommandError extends Error {}
