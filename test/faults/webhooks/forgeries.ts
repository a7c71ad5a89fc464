// Forges webhooks without the app secret, with every kind of wrong signature or altered body.
import { createHmac } from 'node:crypto'
import { signBody } from '../../../sandbox/whatsapp/sign.ts'
import type { Chance } from '../chance.ts'

export interface Posted {
  body: string
  headers: Record<string, string>
}

export interface Forgery extends Posted {
  kind: string
}

/** `original` was signed with `secret` and received; the forger has seen it and others like it, but not the secret. */
export interface ForgeryInput {
  original: string
  another: string
  secret: string
  chance: Chance
}

/** The body and the signature that go together in a forgery; without a signature none is sent. */
type Attempt = (input: ForgeryInput) => { body: string; signature?: string; name?: string }

const ways: Record<string, Attempt> = {
  'another secret': ({ original, chance }) => signed(original, `guess ${chance()}`),
  'an empty secret': ({ original }) => signed(original, ''),
  'the verify token as secret': ({ original }) => signed(original, 'sandbox-verify'),
  'the signature of another body': ({ original, another, secret }) => ({ body: original, signature: signBody(another, secret) }),
  'one byte altered': o => kept(o, altered(o)),
  'another status': o =>
    kept(
      o,
      replaced(o.original, /"(sent|delivered|read|failed)"/, word => (word === '"failed"' ? '"read"' : '"failed"')),
    ),
  'another sender': o =>
    kept(
      o,
      replaced(o.original, /1555\d+/g, digits => `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`),
    ),
  'a body cut off': o => kept(o, o.original.slice(0, Math.floor(o.chance() * o.original.length))),
  'a body with more behind it': o => kept(o, `${o.original}${o.another}`),
  'a body written anew': o => kept(o, JSON.stringify(JSON.parse(o.original), null, 1)),
  'a space before it': o => kept(o, ` ${o.original}`),
  'no signature': ({ original }) => ({ body: original }),
  'an empty signature': ({ original }) => ({ body: original, signature: '' }),
  'no algorithm named': o => ({ body: o.original, signature: right(o).slice('sha256='.length) }),
  'a signature cut off': o => ({ body: o.original, signature: right(o).slice(0, 7 + Math.floor(o.chance() * 64)) }),
  'a signature with more behind it': o => ({ body: o.original, signature: `${right(o)}00` }),
  'a signature with something before it': o => ({ body: o.original, signature: `x${right(o)}` }),
  'one digit of the signature altered': o => ({ body: o.original, signature: digitAltered(right(o), o.chance) }),
  'letters that are no digits': ({ original, chance }) => ({
    body: original,
    signature: `sha256=${'z'.repeat(Math.floor(chance() * 80))}`,
  }),
  'random digits': ({ original, chance }) => ({ body: original, signature: `sha256=${digits(chance, 64)}` }),
  'base64 for hex': o => ({ body: o.original, signature: `sha256=${Buffer.from(right(o).slice(7), 'hex').toString('base64')}` }),
  'SHA-1 of the right secret': o => ({ body: o.original, signature: `sha1=${hmac('sha1', o)}` }),
  'SHA-1 called SHA-256': o => ({ body: o.original, signature: `sha256=${hmac('sha1', o)}` }),
  'SHA-512 of the right secret': o => ({ body: o.original, signature: `sha512=${hmac('sha512', o)}` }),
  'MD5 called SHA-256': o => ({ body: o.original, signature: `sha256=${hmac('md5', o)}` }),
  'a plain digest': o => ({ body: o.original, signature: `sha256=${createHmac('sha256', '').update(o.original).digest('hex')}` }),
  'the old header alone': o => ({ body: o.original, signature: `sha1=${hmac('sha1', o)}`, name: 'x-hub-signature' }),
  'the right signature under another name': o => ({ body: o.original, signature: right(o), name: 'x-hub-signature' }),
  'two signatures, of which one is right': o => ({ body: o.original, signature: `sha256=${digits(o.chance, 64)}, ${right(o)}` }),
  'no body': o => ({ body: '', signature: right(o) }),
}

export const forgeryKinds: readonly string[] = Object.keys(ways)

/** A forgery of a random kind that differs from the original. */
export function forge(input: ForgeryInput): Forgery {
  const kind = forgeryKinds[Math.floor(input.chance() * forgeryKinds.length)] ?? ''
  const attempt: Attempt = ways[kind] ?? (({ original }) => ({ body: original }))
  const { body, signature, name = 'x-hub-signature-256' } = attempt(input)
  return { kind, body, headers: signature === undefined ? {} : { [name]: signature } }
}

/** As Meta posts it. */
export const honest = (body: string, secret: string): Posted => ({ body, headers: { 'x-hub-signature-256': signBody(body, secret) } })

const right = ({ original, secret }: ForgeryInput): string => signBody(original, secret)
const signed = (body: string, secret: string) => ({ body, signature: signBody(body, secret) })

/** Another body under the signature of the original. */
const kept = (input: ForgeryInput, body: string) => ({
  body: body === input.original ? `${body} ` : body,
  signature: right(input),
})

const hmac = (algorithm: string, { original, secret }: ForgeryInput): string => createHmac(algorithm, secret).update(original).digest('hex')

function altered({ original, chance }: ForgeryInput): string {
  const at = Math.floor(chance() * original.length)
  return `${original.slice(0, at)}${String.fromCharCode((original.charCodeAt(at) % 94) + 33)}${original.slice(at + 1)}`
}

const replaced = (text: string, what: RegExp, by: (found: string) => string): string => text.replace(what, by)

function digitAltered(signature: string, chance: Chance): string {
  const at = 7 + Math.floor(chance() * 64)
  const digit = (Number.parseInt(signature[at] ?? '0', 16) + 1 + Math.floor(chance() * 15)) % 16
  return `${signature.slice(0, at)}${digit.toString(16)}${signature.slice(at + 1)}`
}

const digits = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => Math.floor(chance() * 16).toString(16)).join('')
