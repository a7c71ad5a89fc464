// Finds the mail provider that an address or an MX host belongs to.
import { intermediaries } from './intermediaries.ts'
import { providerTable } from './table.ts'

export type MailSignIn = 'password' | 'app_password' | 'oauth2'

export interface MailProvider {
  id: string
  name: string
  /** Null: we cannot read its mailboxes, but it may forward to us. */
  imap: { host: string; port: number; security: 'tls' | 'starttls' } | null
  username: 'address' | 'localpart'
  signIn: MailSignIn[]
  appPassword: 'always' | 'with_2fa' | 'never'
  /** IMAP must first be enabled in the mailbox's settings. */
  mustEnable: boolean
  /** Where app passwords are created. */
  url: string | null
  domains: string[]
  mx: string[]
}

export const providers: readonly MailProvider[] = providerTable.trim().split('\n').map(parseLine)

/** By the domain of an address; null if it is not in the table. */
export function providerOfDomain(domain: string): MailProvider | null {
  const name = domain.toLowerCase()
  return (
    providers.find(provider => provider.domains.includes(name)) ??
    providers.find(provider => provider.domains.some(pattern => pattern.includes('*') && matchesPattern(pattern, name))) ??
    null
  )
}

/** By a domain's MX host; also null if a gateway hides the provider. */
export function providerOfMx(host: string): MailProvider | null {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (intermediaries.some(end => hasSuffix(name, end))) return null
  return providers.find(provider => provider.mx.some(end => hasSuffix(name, end))) ?? null
}

/** By the address, or by its IMAP host. */
export const providerOfMailbox = (address: string, host: string): MailProvider | null =>
  providerOfDomain(address.slice(address.lastIndexOf('@') + 1)) ?? providers.find(({ imap }) => imap?.host === host.toLowerCase()) ?? null

/** What people call the one who runs this IMAP host: its name in the table, else the host itself. */
export const providerNameOfHost = (host: string): string => providers.find(({ imap }) => imap?.host === host.toLowerCase())?.name ?? host

/** True for the host of a provider in the table. */
export const isProviderHost = (host: string): boolean => providers.some(provider => provider.imap?.host === host.toLowerCase())

const hasSuffix = (host: string, end: string): boolean => host === end || host.endsWith(`.${end}`)

/** `yahoo.*` matches yahoo.se and yahoo.co.jp; `*.rr.com` matches any subdomain. */
function matchesPattern(pattern: string, domain: string): boolean {
  if (pattern.startsWith('*.')) return domain.endsWith(pattern.slice(1))
  const prefix = pattern.slice(0, -1)
  return domain.startsWith(prefix) && /^[a-z]{2,3}(\.[a-z]{2,3})?$/.test(domain.slice(prefix.length))
}

function parseLine(line: string): MailProvider {
  const cells = line.split(' | ')
  const cell = (at: number): string => (cells[at] === '-' ? '' : (cells[at] ?? ''))
  const words = (at: number): string[] => cell(at).split(' ').filter(Boolean)
  const [host = '', port = '', security = ''] = cell(5).split(':')
  return {
    id: cell(0),
    name: cell(1),
    imap: host ? { host, port: Number(port), security: security === 'starttls' ? 'starttls' : 'tls' } : null,
    username: cell(6) === 'localpart' ? 'localpart' : 'address',
    signIn: words(7).filter(isSignIn),
    appPassword: cell(8) === 'always' ? 'always' : cell(8) === 'with_2fa' ? 'with_2fa' : 'never',
    mustEnable: cell(9) === 'on',
    url: cell(10) || null,
    domains: words(3),
    mx: words(4),
  }
}

function isSignIn(word: string): word is MailSignIn {
  return word === 'password' || word === 'app_password' || word === 'oauth2'
}
