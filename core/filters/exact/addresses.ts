// Parses the addresses in a raw header (RFC 5322 §3.4), without display names and with the original case.

/** `local` and `domain` are null for a text without an address; then only `all` is set. */
export interface ExactAddress {
  all: string
  local: string | null
  domain: string | null
}

/** The addresses in one header, or the full text if there are none. Linear time. */
export function parseAddresses(value: string): ExactAddress[] {
  const found: ExactAddress[] = []
  let isGroup = false
  for (let at = 0; at < value.length; ) {
    const parsed = parseAddressAt(value, at, isGroup)
    if (parsed.address) found.push(parsed.address)
    at = Math.max(parsed.end, at + 1)
    const isEnd: boolean = isGroup && value[at - 1] === ';'
    if (isEnd) at = skipItem(value, at, false)
    isGroup = !isEnd && (isGroup || value[at - 1] === ':')
  }
  if (found.length > 0) return found
  const text = value.trim()
  return [{ all: text, local: null, domain: null }]
}

/** The subaddress follows the first plus sign (RFC 5233); without a plus sign there is none. */
export function addressPart({ all, local, domain }: ExactAddress, part: 'all' | 'localpart' | 'domain' | 'user' | 'detail'): string[] {
  // In an empty header each part exists and is empty, as in Pigeonhole.
  if (part === 'all' || all === '') return [all]
  if (local === null || domain === null) return []
  if (part === 'domain') return [domain]
  if (part === 'localpart') return [local]
  const plus = local.indexOf('+')
  if (part === 'user') return [plus < 0 ? local : local.slice(0, plus)]
  return plus < 0 ? [] : [local.slice(plus + 1)]
}

interface ParsedAddress {
  address: ExactAddress | null
  end: number
}

function parseAddressAt(value: string, from: number, isGroup: boolean): ParsedAddress {
  const words = parseLocal(value, from)
  const delimiter = value[words.end]
  if (delimiter === ':') return { address: null, end: words.end + 1 }
  if (delimiter === '@' && words.local !== null) {
    const domain = parseDomain(value, words.end + 1)
    return { address: toAddress(words.local, domain.text), end: skipItem(value, domain.end, isGroup) }
  }
  if (delimiter !== '<') return { address: null, end: skipItem(value, words.end, isGroup) }
  const local = parseLocal(value, skipRoute(value, words.end + 1))
  const domain = value[local.end] === '@' ? parseDomain(value, local.end + 1) : null
  const isClosed = domain !== null && value[domain.end] === '>'
  const address = isClosed && local.local !== null ? toAddress(local.local, domain.text) : null
  return { address, end: skipItem(value, domain?.end ?? local.end, isGroup) }
}

const atom = /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+/y
const anyAtom = /[^\s()<>[\]:;@\\,."]+/y
const isDotAtom = (text: string) => /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/.test(text)

function toAddress(local: string, domain: string | null): ExactAddress | null {
  if (domain === null || local === '') return null
  const quotedLocal = isDotAtom(local) ? local : `"${local.replace(/[\\"]/g, '\\$&')}"`
  return { all: `${quotedLocal}@${domain}`, local, domain }
}

/** Words and dots up to the next special character; `local` is null if they cannot precede an @. */
function parseLocal(value: string, from: number): { local: string | null; end: number } {
  let at = skipSpace(value, from)
  let local: string | null = ''
  let wasWord = false
  while (at < value.length) {
    const word = value[at] === '"' ? parseQuoted(value, at) : parseAtom(value, at, anyAtom)
    if (word) {
      local = wasWord || local === null || !isAscii(word.text) ? null : local + word.text
      wasWord = true
    } else if (value[at] === '.') {
      local = local === null ? null : `${local}.`
      wasWord = false
    } else break
    at = skipSpace(value, word?.end ?? at + 1)
  }
  return { local: local === '' ? null : local, end: at }
}

function parseDomain(value: string, from: number): { text: string | null; end: number } {
  let at = skipSpace(value, from)
  if (value[at] === '[') {
    const end = value.indexOf(']', at)
    return end < 0 ? { text: null, end: value.length } : { text: value.slice(at, end + 1), end: skipSpace(value, end + 1) }
  }
  const labels: string[] = []
  for (let next = parseAtom(value, at, atom); next; next = parseAtom(value, at, atom)) {
    labels.push(next.text)
    at = skipSpace(value, next.end)
    if (value[at] !== '.') break
    at = skipSpace(value, at + 1)
  }
  return { text: labels.length === 0 ? null : labels.join('.'), end: at }
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

function parseAtom(value: string, at: number, shape: RegExp): { text: string; end: number } | null {
  shape.lastIndex = at
  const found = shape.exec(value)?.[0]
  return found === undefined ? null : { text: found, end: at + found.length }
}

function parseQuoted(value: string, from: number): { text: string; end: number } {
  let text = ''
  let at = from + 1
  for (; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '\\') at += 1
    text += value[at] ?? ''
  }
  return { text, end: Math.min(at + 1, value.length) }
}

/** `<@relay.example,@other.example:anna@example.com>` (RFC 5322 §4.4). */
function skipRoute(value: string, from: number): number {
  const at = skipSpace(value, from)
  if (value[at] !== '@') return at
  const route = /[^:<>"]*:/y
  route.lastIndex = at
  return route.exec(value) ? route.lastIndex : at
}

/** Skips white space and comments, which nest. */
function skipSpace(value: string, from: number): number {
  let depth = 0
  let at = from
  for (; at < value.length; at++) {
    const character = value[at]
    if (character === '(') depth += 1
    else if (character === ')' && depth > 0) depth -= 1
    else if (character === '\\' && depth > 0) at += 1
    else if (depth === 0 && character !== ' ' && character !== '\t' && character !== '\r' && character !== '\n') break
  }
  return Math.min(at, value.length)
}

/** A semicolon ends an item only inside a group. */
function skipItem(value: string, from: number, isGroup: boolean): number {
  for (let at = from; at < value.length; at++) {
    const character = value[at]
    if (character === ',' || (isGroup && character === ';')) return at + 1
    if (character === '"') at = parseQuoted(value, at).end - 1
  }
  return value.length
}
