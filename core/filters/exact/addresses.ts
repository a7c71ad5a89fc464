// Reads the addresses of a header as it was sent (RFC 5322 §3.4), names left aside, letters kept.

/** `local` and `domain` are null for a text that holds no address; it is read as a whole only. */
export interface ExactAddress {
  all: string
  local: string | null
  domain: string | null
}

/** The addresses of one header; the whole text where it has none. Takes time in proportion to its length. */
export function addressesIn(value: string): ExactAddress[] {
  const found: ExactAddress[] = []
  let isGroup = false
  for (let at = 0; at < value.length; ) {
    const read = addressAt(value, at, isGroup)
    if (read.address) found.push(read.address)
    at = Math.max(read.end, at + 1)
    const isEnd: boolean = isGroup && value[at - 1] === ';'
    if (isEnd) at = afterItem(value, at, false)
    isGroup = !isEnd && (isGroup || value[at - 1] === ':')
  }
  if (found.length > 0) return found
  const text = value.trim()
  return [{ all: text, local: null, domain: null }]
}

/** The sub-address is what follows the first plus sign (RFC 5233); where there is no sign there is none. */
export function partOfAddress({ all, local, domain }: ExactAddress, part: 'all' | 'localpart' | 'domain' | 'user' | 'detail'): string[] {
  // Of an empty header each part is there, and empty; so Pigeonhole has it.
  if (part === 'all' || all === '') return [all]
  if (local === null || domain === null) return []
  if (part === 'domain') return [domain]
  if (part === 'localpart') return [local]
  const plus = local.indexOf('+')
  if (part === 'user') return [plus < 0 ? local : local.slice(0, plus)]
  return plus < 0 ? [] : [local.slice(plus + 1)]
}

interface Read {
  address: ExactAddress | null
  end: number
}

function addressAt(value: string, from: number, isGroup: boolean): Read {
  const words = wordsAt(value, from)
  const sign = value[words.end]
  if (sign === ':') return { address: null, end: words.end + 1 }
  if (sign === '@' && words.local !== null) {
    const domain = domainAt(value, words.end + 1)
    return { address: addressOf(words.local, domain.text), end: afterItem(value, domain.end, isGroup) }
  }
  if (sign !== '<') return { address: null, end: afterItem(value, words.end, isGroup) }
  const local = wordsAt(value, afterRoute(value, words.end + 1))
  const domain = value[local.end] === '@' ? domainAt(value, local.end + 1) : null
  const isClosed = domain !== null && value[domain.end] === '>'
  const address = isClosed && local.local !== null ? addressOf(local.local, domain.text) : null
  return { address, end: afterItem(value, domain?.end ?? local.end, isGroup) }
}

const atom = /[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+/y
const anyAtom = /[^\s()<>[\]:;@\\,."]+/y
const isDotAtom = (text: string) => /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/.test(text)

function addressOf(local: string, domain: string | null): ExactAddress | null {
  if (domain === null || local === '') return null
  const written = isDotAtom(local) ? local : `"${local.replace(/[\\"]/g, '\\$&')}"`
  return { all: `${written}@${domain}`, local, domain }
}

/** Words and points up to the next sign; `local` is null where they cannot be the part before an @. */
function wordsAt(value: string, from: number): { local: string | null; end: number } {
  let at = afterSpace(value, from)
  let local: string | null = ''
  let wasWord = false
  while (at < value.length) {
    const word = value[at] === '"' ? quotedAt(value, at) : atomAt(value, at, anyAtom)
    if (word) {
      local = wasWord || local === null || !isAscii(word.text) ? null : local + word.text
      wasWord = true
    } else if (value[at] === '.') {
      local = local === null ? null : `${local}.`
      wasWord = false
    } else break
    at = afterSpace(value, word?.end ?? at + 1)
  }
  return { local: local === '' ? null : local, end: at }
}

function domainAt(value: string, from: number): { text: string | null; end: number } {
  let at = afterSpace(value, from)
  if (value[at] === '[') {
    const end = value.indexOf(']', at)
    return end < 0 ? { text: null, end: value.length } : { text: value.slice(at, end + 1), end: afterSpace(value, end + 1) }
  }
  const labels: string[] = []
  for (let next = atomAt(value, at, atom); next; next = atomAt(value, at, atom)) {
    labels.push(next.text)
    at = afterSpace(value, next.end)
    if (value[at] !== '.') break
    at = afterSpace(value, at + 1)
  }
  return { text: labels.length === 0 ? null : labels.join('.'), end: at }
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

function atomAt(value: string, at: number, shape: RegExp): { text: string; end: number } | null {
  shape.lastIndex = at
  const found = shape.exec(value)?.[0]
  return found === undefined ? null : { text: found, end: at + found.length }
}

function quotedAt(value: string, from: number): { text: string; end: number } {
  let text = ''
  let at = from + 1
  for (; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '\\') at += 1
    text += value[at] ?? ''
  }
  return { text, end: Math.min(at + 1, value.length) }
}

/** `<@relay.example,@other.example:anna@example.com>` (RFC 5322 §4.4). */
function afterRoute(value: string, from: number): number {
  const at = afterSpace(value, from)
  if (value[at] !== '@') return at
  const route = /[^:<>"]*:/y
  route.lastIndex = at
  return route.exec(value) ? route.lastIndex : at
}

/** Past white space and comments, which nest. */
function afterSpace(value: string, from: number): number {
  let depth = 0
  let at = from
  for (; at < value.length; at++) {
    const letter = value[at]
    if (letter === '(') depth += 1
    else if (letter === ')' && depth > 0) depth -= 1
    else if (letter === '\\' && depth > 0) at += 1
    else if (depth === 0 && letter !== ' ' && letter !== '\t' && letter !== '\r' && letter !== '\n') break
  }
  return Math.min(at, value.length)
}

/** A semicolon ends no more than a group. */
function afterItem(value: string, from: number, isGroup: boolean): number {
  for (let at = from; at < value.length; at++) {
    const letter = value[at]
    if (letter === ',' || (isGroup && letter === ';')) return at + 1
    if (letter === '"') at = quotedAt(value, at).end - 1
  }
  return value.length
}
