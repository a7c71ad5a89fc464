// Asks for certificates, for the DNS records of our domains, and whether sign-in providers answer.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod/mini'
import { type Dns, OutsideError, readCertificate } from '../../../foundation/outside.ts'
import type { DoctorDeps } from '../deps.ts'
import { type DoctorCheck, type DoctorFinding, skip } from '../finding.ts'
import {
  type CertificateFacts,
  daysLeft,
  judgeCertificate,
  judgeDkim,
  judgeDmarc,
  judgePtr,
  judgeSignIn,
  judgeSpf,
} from '../judge/surroundings.ts'

const timeoutMs = 8000

export async function checkCertificates(deps: DoctorDeps): Promise<DoctorFinding[]> {
  const now = (deps.machineNow ?? deps.now)()
  return (await readCertificates(deps)).map(({ name, facts }) => judgeCertificate(name, facts, now))
}

/** Days until each certificate expires, for alerts; null for one that could not be read. */
export async function readCertificateDays(
  deps: Pick<DoctorDeps, 'config' | 'outside'>,
  now: Date,
): Promise<{ name: string; daysLeft: number | null }[]> {
  return (await readCertificates(deps)).flatMap(({ name, facts }) =>
    facts.kind === 'none' ? [] : [{ name, daysLeft: facts.kind === 'read' ? daysLeft(facts.validUntil, now) : null }],
  )
}

async function readCertificates({
  config,
  outside,
}: Pick<DoctorDeps, 'config' | 'outside'>): Promise<{ name: string; facts: CertificateFacts }[]> {
  const url = new URL(config.publicUrl)
  const web = url.protocol === 'https:' ? await readWebCertificate(outside, url) : ({ kind: 'none' } as const)
  const { certificate } = config.smtp
  const mail = certificate ? readCertificateFile(certificate.certFile) : ({ kind: 'none' } as const)
  return [
    { name: 'PUBLIC_URL', facts: web },
    { name: 'SMTP_CERT_FILE', facts: mail },
  ]
}

async function readWebCertificate(outside: DoctorDeps['outside'], url: URL): Promise<CertificateFacts> {
  try {
    return { kind: 'read', ...(await readCertificate(outside, url.hostname, Number(url.port) || 443, timeoutMs)) }
  } catch (error) {
    if (error instanceof OutsideError) return { kind: 'away', why: error.message }
    throw error
  }
}

function readCertificateFile(file: string): CertificateFacts {
  try {
    return { kind: 'read', validUntil: new Date(new X509Certificate(readFileSync(file)).validTo), problem: null }
  } catch (error) {
    // The messages of Node name the whole path.
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'it can’t be read as a certificate'
    return { kind: 'away', why: `${basename(file)}: ${why}` }
  }
}

/** The domain that our own emails come from. */
const senderDomain = (from: string): string => /@([^>\s]+)>?$/.exec(from)?.[1] ?? ''

const withDns =
  (check: DoctorCheck, ask: (dns: Dns, domain: string) => Promise<DoctorFinding>) =>
  async ({ dns, config: { mailer } }: DoctorDeps): Promise<DoctorFinding> =>
    dns ? ask(dns, senderDomain(mailer.from)) : skip(check, 'mx.unasked')

export const checkSpf = withDns('spf', async (dns, domain) => judgeSpf(domain, await readTexts(dns, domain)))
export const checkDmarc = withDns('dmarc', async (dns, domain) => judgeDmarc(domain, await readTexts(dns, `_dmarc.${domain}`)))

/** Names that relays usually give their keys: ours cannot be known from here. */
const selectors = ['default', 'dkim', 'mail', 'selector1', 's1', 'k1', 'google', 'mg', 'pm', 'resend']

export const checkDkim = withDns('dkim', async (dns, domain) => {
  const found = await Promise.all(selectors.map(async name => ({ name, texts: await readTexts(dns, `${name}._domainkey.${domain}`) })))
  if (found.every(({ texts }) => texts === null)) return judgeDkim(domain, null)
  return judgeDkim(
    domain,
    found.filter(({ texts }) => texts?.some(text => /(^|;)\s*p=\S/.test(text))).map(({ name }) => name),
  )
})

/** Of the host that our MX record names: other servers look it up when we write to them. */
export async function checkPtr({ dns, config: { smtp } }: DoctorDeps): Promise<DoctorFinding> {
  if (!dns) return skip('ptr', 'mx.unasked')
  const [best] = (await dns.mx(smtp.domain)).toSorted((a, b) => a.priority - b.priority)
  if (!best) return skip('ptr', 'skipped', { needs: 'mx' })
  const addresses = await readStrings(dns, best.exchange, 'A')
  if (!addresses?.[0]) return judgePtr(best.exchange, addresses)
  const reversed = `${addresses[0].split('.').toReversed().join('.')}.in-addr.arpa`
  return judgePtr(best.exchange, await readStrings(dns, reversed, 'PTR'))
}

const Texts = z.array(z.union([z.string(), z.array(z.string())]))

/** A TXT record comes in pieces. Null if the name service did not answer. */
async function readTexts(dns: Dns, name: string): Promise<string[] | null> {
  const records = await resolveAll(dns, name, 'TXT')
  return records === null ? null : Texts.parse(records).map(record => (Array.isArray(record) ? record.join('') : record))
}

const readStrings = async (dns: Dns, name: string, type: string): Promise<string[] | null> => {
  const records = await resolveAll(dns, name, type)
  return records === null ? null : z.array(z.string()).parse(records)
}

async function resolveAll(dns: Dns, name: string, type: string): Promise<unknown> {
  try {
    return await dns.resolve(name, type)
  } catch (error) {
    const code: unknown = Object(error).code
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

const Discovery = z.object({ issuer: z.string(), token_endpoint: z.string() })

/** Reads the discovery document of each OpenID provider that people may sign in with (OpenID Connect Discovery §4). */
export async function checkSignIns({ config, outside }: DoctorDeps): Promise<DoctorFinding[]> {
  const { google, azure, openid } = config.auth.providers
  const issuers = [
    ...(google ? [{ name: 'Google', issuer: 'https://accounts.google.com' }] : []),
    ...(azure ? [{ name: 'Microsoft', issuer: `https://login.microsoftonline.com/${azure.tenant}/v2.0` }] : []),
    ...(openid ? [{ name: openid.label, issuer: openid.issuer }] : []),
  ]
  if (issuers.length === 0) return [skip('signin', 'signin.none')]
  const ask = async ({ name, issuer }: { name: string; issuer: string }) => judgeSignIn(name, await findSignInProblem(outside, issuer))
  return Promise.all(issuers.map(ask))
}

async function findSignInProblem(outside: DoctorDeps['outside'], issuer: string): Promise<string | null> {
  try {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const { status, body } = await outside.request({ method: 'GET', url, timeoutMs })
    if (status !== 200) return `status ${status}`
    return Discovery.safeParse(JSON.parse(body.toString('utf8'))).success ? null : 'not an OpenID provider'
  } catch (error) {
    if (error instanceof OutsideError) return error.message
    if (error instanceof SyntaxError) return 'not an OpenID provider'
    throw error
  }
}
