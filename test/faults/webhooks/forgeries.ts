// Webhooks as somebody without the app secret would write them: each way to be wrong about the signature or about the bytes.
import { createHmac } from 'node:crypto'
import { sign } from '../../../sandbox/whatsapp/sign.ts'
import type { Chance } from '../chance.ts'

export interface Posted {
  body: string
  headers: Record<string, string>
}

export interface Forgery extends Posted {
  kind: string
}

/** `heard` was signed with `secret` and heard once; whoever forges has seen it, and others like it, but not the secret. */
export interface Overheard {
  heard: string
  another: string
  secret: string
  chance: Chance
}

/** The body and the signature that go together in a forgery; without a signature none is sent. */
type Attempt = (overheard: Overheard) => { body: string; signature?: string; name?: string }

const ways: Record<string, Attempt> = {
  'another secret': ({ heard, chance }) => signed(heard, `guess ${chance()}`),
  'an empty secret': ({ heard }) => signed(heard, ''),
  'the verify token as secret': ({ heard }) => signed(heard, 'sandbox-verify'),
  'the signature of another body': ({ heard, another, secret }) => ({ body: heard, signature: sign(another, secret) }),
  'one byte altered': o => kept(o, altered(o)),
  'another status': o =>
    kept(
      o,
      replaced(o.heard, /"(sent|delivered|read|failed)"/, word => (word === '"failed"' ? '"read"' : '"failed"')),
    ),
  'another sender': o =>
    kept(
      o,
      replaced(o.heard, /1555\d+/g, digits => `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`),
    ),
  'a body cut off': o => kept(o, o.heard.slice(0, Math.floor(o.chance() * o.heard.length))),
  'a body with more behind it': o => kept(o, `${o.heard}${o.another}`),
  'a body written anew': o => kept(o, JSON.stringify(JSON.parse(o.heard), null, 1)),
  'a space before it': o => kept(o, ` ${o.heard}`),
  'no signature': ({ heard }) => ({ body: heard }),
  'an empty signature': ({ heard }) => ({ body: heard, signature: '' }),
  'no algorithm named': o => ({ body: o.heard, signature: right(o).slice('sha256='.length) }),
  'a signature cut off': o => ({ body: o.heard, signature: right(o).slice(0, 7 + Math.floor(o.chance() * 64)) }),
  'a signature with more behind it': o => ({ body: o.heard, signature: `${right(o)}00` }),
  'a signature with something before it': o => ({ body: o.heard, signature: `x${right(o)}` }),
  'one digit of the signature altered': o => ({ body: o.heard, signature: digitAltered(right(o), o.chance) }),
  'letters that are no digits': ({ heard, chance }) => ({ body: heard, signature: `sha256=${'z'.repeat(Math.floor(chance() * 80))}` }),
  'random digits': ({ heard, chance }) => ({ body: heard, signature: `sha256=${digits(chance, 64)}` }),
  'base64 for hex': o => ({ body: o.heard, signature: `sha256=${Buffer.from(right(o).slice(7), 'hex').toString('base64')}` }),
  'SHA-1 of the right secret': o => ({ body: o.heard, signature: `sha1=${hmac('sha1', o)}` }),
  'SHA-1 called SHA-256': o => ({ body: o.heard, signature: `sha256=${hmac('sha1', o)}` }),
  'SHA-512 of the right secret': o => ({ body: o.heard, signature: `sha512=${hmac('sha512', o)}` }),
  'MD5 called SHA-256': o => ({ body: o.heard, signature: `sha256=${hmac('md5', o)}` }),
  'a plain digest': o => ({ body: o.heard, signature: `sha256=${createHmac('sha256', '').update(o.heard).digest('hex')}` }),
  'the old header alone': o => ({ body: o.heard, signature: `sha1=${hmac('sha1', o)}`, name: 'x-hub-signature' }),
  'the right signature under another name': o => ({ body: o.heard, signature: right(o), name: 'x-hub-signature' }),
  'two signatures, of which one is right': o => ({ body: o.heard, signature: `sha256=${digits(o.chance, 64)}, ${right(o)}` }),
  'no body': o => ({ body: '', signature: right(o) }),
}

export const forgeryKinds: readonly string[] = Object.keys(ways)

/** A forgery that is not the same as what was heard; its kind by chance. */
export function forge(overheard: Overheard): Forgery {
  const kind = forgeryKinds[Math.floor(overheard.chance() * forgeryKinds.length)] ?? ''
  const attempt: Attempt = ways[kind] ?? (({ heard }) => ({ body: heard }))
  const { body, signature, name = 'x-hub-signature-256' } = attempt(overheard)
  return { kind, body, headers: signature === undefined ? {} : { [name]: signature } }
}

/** As Meta posts it. */
export const honest = (body: string, secret: string): Posted => ({ body, headers: { 'x-hub-signature-256': sign(body, secret) } })

const right = ({ heard, secret }: Overheard): string => sign(heard, secret)
const signed = (body: string, secret: string) => ({ body, signature: sign(body, secret) })

/** Another body under the signature of the one that was heard. */
const kept = (overheard: Overheard, body: string) => ({
  body: body === overheard.heard ? `${body} ` : body,
  signature: right(overheard),
})

const hmac = (algorithm: string, { heard, secret }: Overheard): string => createHmac(algorithm, secret).update(heard).digest('hex')

function altered({ heard, chance }: Overheard): string {
  const at = Math.floor(chance() * heard.length)
  return `${heard.slice(0, at)}${String.fromCharCode((heard.charCodeAt(at) % 94) + 33)}${heard.slice(at + 1)}`
}

const replaced = (text: string, what: RegExp, by: (found: string) => string): string => text.replace(what, by)

function digitAltered(signature: string, chance: Chance): string {
  const at = 7 + Math.floor(chance() * 64)
  const digit = (Number.parseInt(signature[at] ?? '0', 16) + 1 + Math.floor(chance() * 15)) % 16
  return `${signature.slice(0, at)}${digit.toString(16)}${signature.slice(at + 1)}`
}

const digits = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => Math.floor(chance() * 16).toString(16)).join('')
