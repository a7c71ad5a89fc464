// Reads Authentication-Results as far as they can be trusted (RFC 8601).
import { getDomain } from 'tldts'
import type { AuthResult, MailView } from '../../../core/message/view.ts'

interface Header {
  /** In small letters. */
  key: string
  value: string
}

/**
 * Headers from top to bottom. Only the topmost result counts, and only where the server that received the mail wrote it: it stands
 * above every Received that the mail carried from elsewhere, and its name is of the domain that wrote the topmost Received.
 * A server that writes none and lets those of senders through under its own name (against §5) cannot be told apart.
 */
export function authOf(headers: readonly Header[]): MailView['auth'] {
  const results = believed(headers)
  return results && { spf: verdictOf('spf', results), dkim: verdictOf('dkim', results), dmarc: verdictOf('dmarc', results) }
}

const mostSigners = 5

/** The domains whose signatures passed, by the same result, in small letters. */
export function signersOf(headers: readonly Header[]): string[] {
  const passed = (believed(headers) ?? []).filter(result => /^\s*dkim(?:\/\d+)?\s*=\s*pass\b/i.test(result))
  return passed.slice(0, mostSigners).flatMap(result => {
    const named =
      /\bheader\.d\s*=\s*([^\s;]{1,253})/i.exec(result)?.[1] ?? /\bheader\.i\s*=\s*[^\s;@]{0,64}@([^\s;]{1,253})/i.exec(result)?.[1]
    return named === undefined ? [] : [named.toLowerCase()]
  })
}

function believed(headers: readonly Header[]): string[] | null {
  const own = headers.map(receiverOf).find(domain => domain !== null) ?? null
  if (own === null) return null
  for (const header of headers) {
    const receiver = receiverOf(header)
    if (isSenders.has(header.key) || (receiver !== null && receiver !== own)) return null
    if (header.key === 'authentication-results') return resultsIn(header.value, own)
  }
  return null
}

/** Servers write on top (RFC 5321 §4.4): from the first of these on, all is the sender's. */
const isSenders = new Set([
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'dkim-signature',
  'reply-to',
  'in-reply-to',
  'references',
])

/** The registrable domain of the server that wrote a Received header; null for another header and for hops inside a machine. */
function receiverOf({ key, value }: Header): string | null {
  if (key !== 'received') return null
  const host = /(?:^|[\s)])by\s+([^\s;()]{1,255})/i.exec(value.slice(0, 4000))?.[1]
  return host === undefined ? null : domainOf(host)
}

const isInside = /^[^.]*$|:|^[\d.]+$|\.(?:internal|local|lan|localdomain|intra|home|corp)$/i
const domainOf = (host: string): string | null => (isInside.test(host) ? null : (getDomain(host) ?? host.toLowerCase()))

function resultsIn(value: string, own: string): string[] | null {
  const [head = '', ...rest] = withoutComments(value.slice(0, 8000)).split(';')
  const named = head.includes('=') ? null : (head.trim().split(/\s+/)[0] ?? '')
  // Microsoft 365 leaves its own name out (§2.2 demands it).
  if (named === null ? own !== 'outlook.com' : domainOf(named) !== own) return null
  return named === null ? [head, ...rest] : rest
}

/** Comments nest and quoted strings may hold anything (RFC 5322 §3.2); both are left out. */
function withoutComments(value: string): string {
  let depth = 0
  let inQuotes = false
  let kept = ''
  for (let at = 0; at < value.length; at++) {
    const letter = value.charAt(at)
    if (letter === '\\') at += 1
    else if (letter === '"' && depth === 0) inQuotes = !inQuotes
    else if (!inQuotes && letter === '(') depth += 1
    else if (!inQuotes && letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && !inQuotes) kept += letter
  }
  return kept
}

type Verdict = AuthResult['spf']

/** One signature that holds is enough; what could not be checked counts as not checked. */
function verdictOf(method: string, results: string[]): Verdict {
  const own = results.filter(result => new RegExp(`^\\s*${method}(?:/\\d+)?\\s*=`, 'i').test(result))
  // The envelope's sender is the one that matters; some also check the name that the server gave itself.
  const chosen = method === 'spf' ? own.filter(result => !/\bsmtp\.helo\s*=/i.test(result)) : own
  const verdicts = (chosen.length > 0 ? chosen : own).map(result => meaningOf(/=\s*([a-z]+)/i.exec(result)?.[1] ?? ''))
  return verdicts.find(verdict => verdict === 'pass') ?? verdicts.find(verdict => verdict === 'fail') ?? 'none'
}

/** A soft failure says "probably not theirs" (RFC 7208 §8.5): no pass, and a person who asks for failures wants it. */
function meaningOf(word: string): Verdict {
  const small = word.toLowerCase()
  if (small === 'pass') return 'pass'
  return ['fail', 'softfail', 'hardfail'].includes(small) ? 'fail' : 'none'
}
