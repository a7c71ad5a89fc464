// Forges Stripe's webhooks: without the signing secret in every way, and with it but at the wrong time.
import { createHash, createHmac } from 'node:crypto'
import type { Chance } from '../chance.ts'
import type { Posted } from '../webhooks/forgeries.ts'

export interface PaymentForgery extends Posted {
  kind: string
}

/** `original` was signed with `secret` and received; the forger has seen it and others like it, but not the secret. */
export interface PaymentForgeryInput {
  original: string
  another: string
  secret: string
  chance: Chance
  /** In seconds. */
  now: number
}

type Attempt = (input: PaymentForgeryInput) => { body: string; signature?: string; name?: string }

/** A little more than Stripe's tolerance, because a post takes time. */
const toleranceSeconds = 330
const yearSeconds = 365 * 86_400

const ways: Record<string, Attempt> = {
  'another secret': ({ original, chance, now }) => ({ body: original, signature: sign(original, `whsec_${chance()}`, now) }),
  'an empty secret': ({ original, now }) => ({ body: original, signature: sign(original, '', now) }),
  'our key as secret': ({ original, now }) => ({ body: original, signature: sign(original, 'sk_test_sandbox', now) }),
  'the signature of another body': ({ original, another, secret, now }) => ({ body: original, signature: sign(another, secret, now) }),
  'one byte altered': o => kept(o, altered(o)),
  'another customer': o =>
    kept(
      o,
      o.original.replace(/cus_\w+/, id => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`),
    ),
  'another event id': o => kept(o, o.original.replace(/evt_\w+/, `evt_forged_${Math.floor(o.chance() * 1e9)}`)),
  'another state': o =>
    kept(
      o,
      o.original.replace(/"(active|past_due|canceled|unpaid)"/, word => (word === '"active"' ? '"unpaid"' : '"active"')),
    ),
  'a body cut off': o => kept(o, o.original.slice(0, Math.floor(o.chance() * o.original.length))),
  'a body with more behind it': o => kept(o, `${o.original}${o.another}`),
  'a body formatted otherwise': o => kept(o, JSON.stringify(JSON.parse(o.original), null, 1)),
  'a space before it': o => kept(o, ` ${o.original}`),
  'no signature': ({ original }) => ({ body: original }),
  'an empty signature': ({ original }) => ({ body: original, signature: '' }),
  'a time alone': ({ original, now }) => ({ body: original, signature: `t=${now}` }),
  'a digest without a time': o => ({ body: o.original, signature: `v1=${digestOf(o)}` }),
  'a digest without a scheme': o => ({ body: o.original, signature: `t=${o.now},${digestOf(o)}` }),
  'the scheme of test mode': o => ({ body: o.original, signature: right(o).replace('v1=', 'v0=') }),
  'a digest cut off': o => ({ body: o.original, signature: right(o).slice(0, -1 - Math.floor(o.chance() * 63)) }),
  'a digest with more behind it': o => ({ body: o.original, signature: `${right(o)}00` }),
  'one digit altered': o => ({ body: o.original, signature: digitAltered(right(o), o.chance) }),
  'digits in capitals': o => ({ body: o.original, signature: `t=${o.now},v1=${digestOf(o).toUpperCase()}` }),
  'random digits': o => ({ body: o.original, signature: `t=${o.now},v1=${digits(o.chance, 64)}` }),
  'many random digits': o => ({ body: o.original, signature: `t=${o.now}${`,v1=${digits(o.chance, 64)}`.repeat(50)}` }),
  'letters that are no digits': o => ({ body: o.original, signature: `t=${o.now},v1=${'z'.repeat(Math.floor(o.chance() * 80))}` }),
  'base64 for hex': o => ({ body: o.original, signature: `t=${o.now},v1=${Buffer.from(digestOf(o), 'hex').toString('base64')}` }),
  'SHA-1 of the right secret': o => ({ body: o.original, signature: `t=${o.now},v1=${hmac('sha1', o)}` }),
  'SHA-512 of the right secret': o => ({ body: o.original, signature: `t=${o.now},v1=${hmac('sha512', o)}` }),
  'a plain digest': o => ({ body: o.original, signature: `t=${o.now},v1=${createHash('sha256').update(o.original).digest('hex')}` }),
  'a digest of the body alone': o => ({
    body: o.original,
    signature: `t=${o.now},v1=${createHmac('sha256', o.secret).update(o.original).digest('hex')}`,
  }),
  'an old signature with the time of now': o => ({
    body: o.original,
    signature: right({ ...o, now: o.now - 4000 }).replace(/t=\d+/, `t=${o.now}`),
  }),
  'an old signature with both times': o => ({ body: o.original, signature: `t=${o.now},${right({ ...o, now: o.now - 4000 })}` }),
  'both times the other way round': o => ({ body: o.original, signature: `${right({ ...o, now: o.now - 4000 })},t=${o.now}` }),
  'semicolons for commas': o => ({ body: o.original, signature: right(o).replace(',', ';') }),
  'the right signature under another name': o => ({ body: o.original, signature: right(o), name: 'x-stripe-signature' }),
  'no body': o => ({ body: '', signature: right(o) }),
  // From here on the signature is right: Stripe, or somebody who recorded or stole something, posts at the wrong time or place.
  'a stale webhook': o => at(o, -toleranceSeconds - Math.floor(o.chance() * 86_400)),
  'a webhook of years ago': o => at(o, -Math.floor((1 + o.chance() * 5) * yearSeconds)),
  'a webhook dated in the future': o => at(o, toleranceSeconds + Math.floor(o.chance() * 86_400)),
  'a webhook dated in years': o => at(o, Math.floor((1 + o.chance() * 5) * yearSeconds)),
  'a time that is no number': o => ({ body: o.original, signature: signAt(o.original, o.secret, `${o.now}x`) }),
  'a new event dated in the future': o => {
    const body = o.original.replace(/evt_\w+/, `evt_future_${Math.floor(o.chance() * 1e9)}`)
    return { body, signature: sign(body, o.secret, o.now + 3600) }
  },
  'an event of live mode': o => {
    const body = o.original.replace('"livemode":false', '"livemode":true')
    return { body, signature: sign(body, o.secret, o.now) }
  },
}

export const paymentForgeryKinds: readonly string[] = Object.keys(ways)

/** A forgery of a random kind. */
export function forgePayment(input: PaymentForgeryInput): PaymentForgery {
  const kind = paymentForgeryKinds[Math.floor(input.chance() * paymentForgeryKinds.length)] ?? ''
  const attempt: Attempt = ways[kind] ?? (({ original }) => ({ body: original }))
  const { body, signature, name = 'stripe-signature' } = attempt(input)
  return { kind, body, headers: signature === undefined ? {} : { [name]: signature } }
}

/** As Stripe posts it now. */
export const genuinePost = (body: string, secret: string, now: number): Posted => ({
  body,
  headers: { 'stripe-signature': sign(body, secret, now) },
})

const sign = (body: string, secret: string, now: number): string => signAt(body, secret, String(now))
const signAt = (body: string, secret: string, time: string): string =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`

const right = ({ original, secret, now }: PaymentForgeryInput): string => sign(original, secret, now)
const digestOf = (input: PaymentForgeryInput): string => right(input).split('v1=')[1] ?? ''
const at = (input: PaymentForgeryInput, offset: number) => ({
  body: input.original,
  signature: right({ ...input, now: input.now + offset }),
})

/** Another body under the signature of the original. */
const kept = (input: PaymentForgeryInput, body: string) => ({
  body: body === input.original ? `${body} ` : body,
  signature: right(input),
})

const hmac = (algorithm: string, { original, secret, now }: PaymentForgeryInput): string =>
  createHmac(algorithm, secret).update(`${now}.${original}`).digest('hex')

function altered({ original, chance }: PaymentForgeryInput): string {
  const position = Math.floor(chance() * original.length)
  return `${original.slice(0, position)}${String.fromCharCode((original.charCodeAt(position) % 94) + 33)}${original.slice(position + 1)}`
}

function digitAltered(signature: string, chance: Chance): string {
  const position = signature.length - 64 + Math.floor(chance() * 64)
  const digit = (Number.parseInt(signature[position] ?? '0', 16) + 1 + Math.floor(chance() * 15)) % 16
  return `${signature.slice(0, position)}${digit.toString(16)}${signature.slice(position + 1)}`
}

const digits = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => Math.floor(chance() * 16).toString(16)).join('')
