// Checks SPF, DKIM and DMARC of emails to our own addresses.
import { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { z } from 'zod/mini'
import type { MailView } from '../../../core/message/view.ts'
import { elapsed, sleep, yieldToEventLoop } from '../../foundation/clock.ts'
import type { Dns } from '../../foundation/outside.ts'
import { headerValues, splitMail } from '../parsing/raw.ts'

/** The connecting address, the name from its HELO, and the envelope sender. */
export interface SmtpPeer {
  ip: string
  helo: string
  sender: string
}

type Auth = NonNullable<MailView['auth']>

export interface CheckedAuth extends Auth {
  /** Domains with a passing signature that covers the full body, in lower case. */
  signedBy: string[]
}

// MX records are objects: the library reads them, but its type omits them.
const Records = z.custom<string[] | string[][]>(Array.isArray)

const unchecked: CheckedAuth = { spf: 'none', dkim: 'none', dmarc: 'none', signedBy: [] }
/** The sender is waiting for our reply (RFC 5321 §4.5.3.2.6: ten minutes). */
const defaultTimeoutMs = 8000

/** RFC 7208, 6376 and 7489. Never rejects and takes eight seconds at most: what could not be determined is `none`. */
export async function checkSenderAuth(dns: Dns, raw: Buffer, from: SmtpPeer, timeoutMs = defaultTimeoutMs): Promise<CheckedAuth> {
  if (isTooExpensive(raw)) return unchecked
  const until = elapsed() + timeoutMs
  // Stops lookups and hashing after the deadline, when nobody needs the result.
  const throwIfLate = () => {
    if (elapsed() > until) throw Object.assign(new Error('too late'), { code: 'ETIMEOUT' })
  }
  const resolver = async (name: string, type: string) => {
    throwIfLate()
    return Records.parse(await dns.resolve(name, type))
  }
  const late = sleep(timeoutMs).then(() => unchecked)
  return Promise.race([late, judge(Readable.from(slices(raw, throwIfLate)), from, resolver).catch(() => unchecked)])
}

async function judge(mail: Readable, from: SmtpPeer, resolver: DNSResolver): Promise<CheckedAuth> {
  // Loaded by the first email to an address of ours: many servers never get one.
  const { authenticate } = await import('mailauth')
  const { spf, dkim, dmarc } = await authenticate(mail, {
    ...from,
    mta: 'mailferry',
    disableArc: true,
    disableBimi: true,
    resolver,
  })
  const signatures = dkim.results.map(({ status }) => (isChanged(status.comment) ? 'fail' : toResult(status.result)))
  return {
    spf: spf ? toResult(spf.status.result) : 'none',
    dkim: signatures.find(one => one === 'pass') ?? signatures.find(one => one === 'fail') ?? 'none',
    dmarc: dmarc ? toResult(dmarc.status.result) : 'none',
    signedBy: dkim.results
      .filter(({ status }) => status.result === 'pass' && !status.underSized)
      .map(one => (one.signingDomain ?? '').toLowerCase()),
  }
}

const maxHeaderBytes = 256 * 1024
const maxSignatures = 10
const sliceBytes = 64 * 1024

/** Each signature may require its own hash of the body; honest email has two or three (RFC 6376 §6.1 lets us stop). */
function isTooExpensive(raw: Buffer): boolean {
  const { head, body } = splitMail(raw)
  return raw.length - body.length > maxHeaderBytes || headerValues(head, 'dkim-signature').length > maxSignatures
}

/** Hashing 25 MB takes half a second; in slices, other work can run in between. */
async function* slices(raw: Buffer, throwIfLate: () => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += sliceBytes) {
    throwIfLate()
    yield raw.subarray(at, at + sliceBytes)
    await yieldToEventLoop()
  }
}

/** The library calls a body changed after signing neutral; RFC 6376 §3.9 calls it a failure. */
const isChanged = (comment: string | undefined): boolean => /body hash/i.test(comment ?? '')

/** A soft failure is a result, not "could not be determined" (RFC 8601 §2.7). */
function toResult(result: string): Auth['spf'] {
  if (result === 'pass') return 'pass'
  return result === 'fail' || result === 'softfail' ? 'fail' : 'none'
}
