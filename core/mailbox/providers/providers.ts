// Finds the provider of an address or an MX host.
import { intermediaries } from './intermediaries.ts'
import { providerTable } from './table.ts'

export type MailSignIn = 'password' | 'app_password' | 'oauth2'

export interface MailProvider {
  id: string
  name: string
  /** Null: nothing of ours can reach its mail, but it may forward. */
  imap: { host: string; port: number; security: 'tls' | 'starttls' } | null
  username: 'address' | 'localpart'
  signIn: MailSignIn[]
  appPassword: 'always' | 'with_2fa' | 'never'
  /** IMAP has to be turned on in the settings of the mailbox first. */
  mustEnable: boolean
  /** Where app passwords are made. */
  url: string | null
  domains: string[]
  mx: string[]
}

export const providers: readonly MailProvider[] = providerTable.trim().split('\n').map(readLine)

/** By the domain of an address alone; null for a domain that is nobody's in the table. */
export function providerOfDomain(domain: string): MailProvider | null {
  const wanted = domain.toLowerCase()
  return (
    providers.find(provider => provider.domains.includes(wanted)) ??
    providers.find(provider => provider.domains.some(name => name.includes('*') && fits(name, wanted))) ??
    null
  )
}

/** By the host that takes a domain's mail; null too where a gateway hides the provider. */
export function providerOfMx(host: string): MailProvider | null {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  if (intermediaries.some(end => endsIn(wanted, end))) return null
  return providers.find(provider => provider.mx.some(end => endsIn(wanted, end))) ?? null
}

/** By the address, or by the host that its mail is read from. */
export const providerOfMailbox = (address: string, host: string): MailProvider | null =>
  providerOfDomain(address.slice(address.lastIndexOf('@') + 1)) ?? providers.find(({ imap }) => imap?.host === host.toLowerCase()) ?? null

/** True for the host of a provider in the table. */
export const isProviderHost = (host: string): boolean => providers.some(provider => provider.imap?.host === host.toLowerCase())

const endsIn = (host: string, end: string): boolean => host === end || host.endsWith(`.${end}`)

/** `yahoo.*` is yahoo.se and yahoo.co.jp; `*.rr.com` is anything before it. */
function fits(pattern: string, domain: string): boolean {
  if (pattern.startsWith('*.')) return domain.endsWith(pattern.slice(1))
  const head = pattern.slice(0, -1)
  return domain.startsWith(head) && /^[a-z]{2,3}(\.[a-z]{2,3})?$/.test(domain.slice(head.length))
}

function readLine(line: string): MailProvider {
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
