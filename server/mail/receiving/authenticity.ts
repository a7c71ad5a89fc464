// Checks SPF, DKIM and DMARC of mail to an address of ours.
import { Readable } from 'node:stream'
import { authenticate, type DNSResolver } from 'mailauth'
import { z } from 'zod/mini'
import type { MailView } from '../../../core/message/view.ts'
import { breathe, elapsed, sleep } from '../../foundation/clock.ts'
import type { Dns } from '../../foundation/outside.ts'
import { headerValues, splitMail } from '../parsing/raw.ts'

/** Who handed the mail over: the address that connected, the name that it gave itself, and the sender of the envelope. */
export interface FromWhom {
  ip: string
  helo: string
  sender: string
}

type Auth = NonNullable<MailView['auth']>

export interface CheckedAuth extends Auth {
  /** The domains with a signature that passes and covers the whole text, in small letters. */
  signedBy: string[]
}

// MX records are objects, which the library reads but its type leaves out.
const Records = z.custom<string[] | string[][]>(Array.isArray)

const unchecked: CheckedAuth = { spf: 'none', dkim: 'none', dmarc: 'none', signedBy: [] }
/** A sender waits for our answer meanwhile (RFC 5321 §4.5.3.2.6: ten minutes). */
const patienceMs = 8000

/** RFC 7208, 6376 and 7489. Never rejects, and takes eight seconds at most: what could not be found out is `none`. */
export async function checkSender(dns: Dns, raw: Buffer, from: FromWhom, mostMs = patienceMs): Promise<CheckedAuth> {
  if (isOverdone(raw)) return unchecked
  const until = elapsed() + mostMs
  // What is asked or summed up after the deadline is nobody's concern any more.
  const refuseLate = () => {
    if (elapsed() > until) throw Object.assign(new Error('too late'), { code: 'ETIMEOUT' })
  }
  const resolver = async (name: string, type: string) => {
    refuseLate()
    return Records.parse(await dns.resolve(name, type))
  }
  const late = sleep(mostMs).then(() => unchecked)
  return Promise.race([late, judge(Readable.from(slices(raw, refuseLate)), from, resolver).catch(() => unchecked)])
}

async function judge(mail: Readable, from: FromWhom, resolver: DNSResolver): Promise<CheckedAuth> {
  const { spf, dkim, dmarc } = await authenticate(mail, {
    ...from,
    mta: 'mailferry',
    disableArc: true,
    disableBimi: true,
    resolver,
  })
  const signatures = dkim.results.map(({ status }) => (isChanged(status.comment) ? 'fail' : meaningOf(status.result)))
  return {
    spf: spf ? meaningOf(spf.status.result) : 'none',
    dkim: signatures.find(one => one === 'pass') ?? signatures.find(one => one === 'fail') ?? 'none',
    dmarc: dmarc ? meaningOf(dmarc.status.result) : 'none',
    signedBy: dkim.results
      .filter(({ status }) => status.result === 'pass' && !status.underSized)
      .map(one => (one.signingDomain ?? '').toLowerCase()),
  }
}

const mostHeadBytes = 256 * 1024
const mostSignatures = 10
const sliceBytes = 64 * 1024

/** Each signature may ask for a sum of its own over the whole text; honest mail has two or three (RFC 6376 §6.1 lets us stop). */
function isOverdone(raw: Buffer): boolean {
  const { head, body } = splitMail(raw)
  return raw.length - body.length > mostHeadBytes || headerValues(head, 'dkim-signature').length > mostSignatures
}

/** Sums over 25 MB take half a second; in pieces, others have their turn meanwhile. */
async function* slices(raw: Buffer, refuseLate: () => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += sliceBytes) {
    refuseLate()
    yield raw.subarray(at, at + sliceBytes)
    await breathe()
  }
}

/** The library calls a text that was changed after signing neutral; to RFC 6376 §3.9 it is a failure. */
const isChanged = (comment: string | undefined): boolean => /body hash/i.test(comment ?? '')

/** A soft failure is none of the words for "could not be found out" (RFC 8601 §2.7). */
function meaningOf(result: string): Auth['spf'] {
  if (result === 'pass') return 'pass'
  return result === 'fail' || result === 'softfail' ? 'fail' : 'none'
}
