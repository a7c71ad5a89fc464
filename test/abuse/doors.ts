// Every door that is open to an outsider over HTTP, and what they say there: requests that fit, that cost the most, and that are nonsense.
import type { Chance } from '../faults/chance.ts'
import { fill, type Route } from '../isolation/routes.ts'

export interface OutsiderRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What an outsider may know of people. */
export interface Known {
  emails: string[]
  addresses: string[]
}

const key = { apikey: 'sb_publishable_sandbox' }
const json = { 'content-type': 'application/json', ...key }

/** Makes the next request; each kind of door comes as often as the others. */
export function openDoors(routes: Route[], known: Known, chance: Chance): () => OutsiderRequest {
  const pick = <T>(from: T[]): T => {
    const one = from[Math.floor(chance() * from.length)]
    if (one === undefined) throw new Error('There is nothing to pick from.')
    return one
  }
  const id = () =>
    `00000000-0000-4000-8000-${Math.floor(chance() * 2 ** 48)
      .toString(16)
      .padStart(12, '0')}`
  const word = () => Math.floor(chance() * 2 ** 50).toString(36)
  const post = (path: string, body: unknown, headers: Record<string, string> = json): OutsiderRequest => ({
    ...{ method: 'POST', path, headers },
    body: JSON.stringify(body),
  })
  const get = (path: string, headers: Record<string, string> = key): OutsiderRequest => ({ method: 'GET', path, headers })
  const stranger = () => `${word()}@example.org`
  const huge = 'x'.repeat(60_000)
  const megabytes = JSON.stringify({ object: 'x'.repeat(2_900_000) })
  // They concentrate on a few, so that limits by account are reached.
  const few = known.emails.slice(0, 2)
  const guess = () => post('/auth/v1/token?grant_type=password', { email: pick(few), password: word() })
  const auth: (() => OutsiderRequest)[] = [
    () => post('/auth/v1/token?grant_type=password', { email: stranger(), password: word() }),
    () => post('/auth/v1/token?grant_type=password', { email: huge + word(), password: huge }),
    () => post('/auth/v1/token?grant_type=refresh_token', { refresh_token: word() }),
    () => post('/auth/v1/token?grant_type=pkce', { auth_code: id(), code_verifier: word() }),
    () => post('/auth/v1/token?grant_type=id_token', { provider: 'google', id_token: huge }),
    () => post('/auth/v1/signup', { email: stranger(), password: `${word()}${word()}` }),
    () => post('/auth/v1/signup', { email: pick(known.emails), password: `${word()}${word()}` }),
    () => post('/auth/v1/otp', { email: pick([stranger(), pick(known.emails)]) }),
    () => post('/auth/v1/recover', { email: pick(known.emails) }),
    () => post('/auth/v1/recover', { email: stranger() }),
    () => post('/auth/v1/resend', { type: 'signup', email: pick(known.emails) }),
    () => post('/auth/v1/verify', { type: 'recovery', email: pick(few), token: String(Math.floor(chance() * 1e8)).padStart(8, '0') }),
    () => get(`/auth/v1/verify?type=recovery&token=${word()}`),
    () => get('/auth/v1/authorize?provider=google'),
    () => get(`/auth/v1/callback?state=${word()}&code=${word()}`),
    () => get('/auth/v1/settings'),
    () => get('/auth/v1/.well-known/jwks.json'),
    () => get('/auth/v1/user', { ...key, authorization: `Bearer ${forged(word())}` }),
  ]
  const webhooks: (() => OutsiderRequest)[] = [
    () =>
      post(
        '/webhooks/whatsapp',
        { object: 'whatsapp_business_account', entry: [] },
        { ...json, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      ),
    () => ({
      method: 'POST',
      path: '/webhooks/whatsapp',
      headers: { ...json, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      body: megabytes,
    }),
    () => post('/webhooks/stripe', { id: word(), type: 'invoice.paid' }, { ...json, 'stripe-signature': 't=1,v1=00' }),
    () => get(`/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${word()}&hub.challenge=1`),
  ]
  const tokens: (() => OutsiderRequest)[] = [
    () => get(`/m/${word()}`),
    () => post('/api/views', { token: word() }),
    () => get(`/a/${word()}`),
    () => get(`/undo/${word()}`),
    () => get(`/unsubscribe/${word()}`),
    () => get(`/storage/v1/object/sign/avatars/${id()}/photo.png?token=${word()}`),
    () => post(`/storage/v1/object/list/avatars`, { prefix: id() }),
    () => get(`/rest/v1/activity_logs?select=*&or=(user_id.eq.${id()},action.like.*a*)`),
    () => post('/functions/v1/log-activity', { action: 'auth.login', status: 'error', details: { reason: word() } }),
    () => post('/realtime/v1/api/broadcast', { messages: [{ topic: word(), event: 'x', payload: { x: huge } }] }),
    () => get(`/api/mailboxes/sign-ins/callback?state=${word()}&code=${word()}`),
  ]
  const open: (() => OutsiderRequest)[] = [
    '/',
    '/login',
    '/signup',
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/openapi.json',
    `/${huge.slice(0, 4000)}`,
  ].map(path => () => get(path))
  // Each route of our own list, without a bearer and with a forged one.
  const listed = (): OutsiderRequest => {
    const { method, path, body } = pick(routes)
    const text = method === 'GET' || body === null ? {} : { body: JSON.stringify(fill(body, id)) }
    const bearer = chance() < 0.5 ? {} : { authorization: `Bearer ${forged(word())}` }
    return { method, path: path.replaceAll(/\{\w+\}/g, id), headers: { ...json, ...bearer }, ...text }
  }
  const kinds = [guess, () => pick(auth)(), () => pick(webhooks)(), () => pick(tokens)(), () => pick(open)(), listed]
  return () => pick(kinds)()
}

/** It looks like a token of ours. */
const forged = (text: string): string =>
  [
    { alg: 'ES256', kid: text, typ: 'JWT' },
    { sub: text, exp: 4_000_000_000 },
  ]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(Buffer.alloc(64).toString('base64url'))
    .join('.')
