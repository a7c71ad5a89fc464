// Reads the Authentication-Results headers that can be trusted (RFC 8601).
import { getDomain } from 'tldts'
import type { AuthResult, MailView } from '../../../core/message/view.ts'

interface Header {
  /** In lower case. */
  key: string
  value: string
}

/**
 * Headers from top to bottom. Only the topmost result counts, and only if the receiving server wrote it: it must be above every
 * Received header from elsewhere, and its name must be in the domain of the topmost Received. A server that writes none but passes
 * senders' results under its own name (against §5) can't be detected.
 */
export function readAuth(headers: readonly Header[]): MailView['auth'] {
  const results = readTrustedResults(headers)
  return results && { spf: readResult('spf', results), dkim: readResult('dkim', results), dmarc: readResult('dmarc', results) }
}

const maxSigners = 5

/** The domains whose signatures passed according to the same result, in lower case. */
export function readSigners(headers: readonly Header[]): string[] {
  const passed = (readTrustedResults(headers) ?? []).filter(result => /^\s*dkim(?:\/\d+)?\s*=\s*pass\b/i.test(result))
  return passed.slice(0, maxSigners).flatMap(result => {
    const named =
      /\bheader\.d\s*=\s*([^\s;]{1,253})/i.exec(result)?.[1] ?? /\bheader\.i\s*=\s*[^\s;@]{0,64}@([^\s;]{1,253})/i.exec(result)?.[1]
    return named === undefined ? [] : [named.toLowerCase()]
  })
}

function readTrustedResults(headers: readonly Header[]): string[] | null {
  const own = headers.map(readReceiver).find(domain => domain !== null) ?? null
  if (own === null) return null
  for (const header of headers) {
    const receiver = readReceiver(header)
    if (senderHeaders.has(header.key) || (receiver !== null && receiver !== own)) return null
    if (header.key === 'authentication-results') return parseResults(header.value, own)
  }
  return null
}

/** Servers prepend headers (RFC 5321 §4.4): everything from the first of these on is the sender's. */
const senderHeaders = new Set([
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
function readReceiver({ key, value }: Header): string | null {
  if (key !== 'received') return null
  const host = /(?:^|[\s)])by\s+([^\s;()]{1,255})/i.exec(value.slice(0, 4000))?.[1]
  return host === undefined ? null : domainOf(host)
}

const internalHost = /^[^.]*$|:|^[\d.]+$|\.(?:internal|local|lan|localdomain|intra|home|corp)$/i
const domainOf = (host: string): string | null => (internalHost.test(host) ? null : (getDomain(host) ?? host.toLowerCase()))

function parseResults(value: string, own: string): string[] | null {
  const [head = '', ...rest] = withoutComments(value.slice(0, 8000)).split(';')
  const named = head.includes('=') ? null : (head.trim().split(/\s+/)[0] ?? '')
  // Microsoft 365 omits its own name, though §2.2 requires it.
  if (named === null ? own !== 'outlook.com' : domainOf(named) !== own) return null
  return named === null ? [head, ...rest] : rest
}

/** Removes comments, which may nest, and quoted strings, which may contain anything (RFC 5322 §3.2). */
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

type MethodResult = AuthResult['spf']

/** One valid signature is enough; temporary errors count as not checked. */
function readResult(method: string, results: string[]): MethodResult {
  const own = results.filter(result => new RegExp(`^\\s*${method}(?:/\\d+)?\\s*=`, 'i').test(result))
  // The envelope sender matters; some servers also check the HELO name.
  const chosen = method === 'spf' ? own.filter(result => !/\bsmtp\.helo\s*=/i.test(result)) : own
  const values = (chosen.length > 0 ? chosen : own).map(result => toResult(/=\s*([a-z]+)/i.exec(result)?.[1] ?? ''))
  return values.find(value => value === 'pass') ?? values.find(value => value === 'fail') ?? 'none'
}

/** A soft failure means "probably not theirs" (RFC 7208 §8.5): not a pass, and a filter for failures should match it. */
function toResult(word: string): MethodResult {
  const lower = word.toLowerCase()
  if (lower === 'pass') return 'pass'
  return ['fail', 'softfail', 'hardfail'].includes(lower) ? 'fail' : 'none'
}
