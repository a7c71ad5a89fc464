// Defines the two providers whose mailboxes are opened with a token: endpoints, scopes, and mail servers.
import { domainOf } from '../../../../core/mailbox/discovery.ts'
import { providerOfDomain } from '../../../../core/mailbox/providers/providers.ts'
import type { OAuthTokens } from '../sealed.ts'

export interface OAuthProvider {
  id: OAuthTokens['provider']
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** The part of `scope` that lets us send, where the user grants it separately. */
  sendingScope: string | null
  /** The granted scope that gives access to email; a user can deny it. */
  grantsMail: RegExp
  /** Extra parameters for the sign-in page. */
  parameters: Record<string, string>
  imap: { host: string; port: number; security: 'tls' | 'none' }
  /** Ids in our table of providers: for the provider's own domains, and for organizations. */
  table: [own: string, others: string]
}

interface Client {
  id: string
  secret: string
}

export interface OAuthSettings {
  google: Client | null
  microsoft: Client | null
  /** Which accounts may sign in: `common`, `consumers`, `organizations` or a tenant id. */
  tenant: string
  /** A sandbox server that stands in for both providers and their mail server. */
  standIn: { issuer: string; host: string; port: number } | null
}

/** Providers with which the operator has registered a client (scopes and parameters follow each provider's IMAP OAuth guide). */
export function oauthProviders({ google, microsoft, tenant, standIn }: OAuthSettings): OAuthProvider[] {
  const played = standIn && { issuer: standIn.issuer, imap: { host: standIn.host, port: standIn.port, security: 'none' as const } }
  return [
    ...(google ? [{ ...newGoogle(google), ...played }] : []),
    ...(microsoft ? [{ ...newMicrosoft(microsoft, tenant), ...played }] : []),
  ]
}

/** Without `consent`, Google sends no refresh token on later sign-ins. */
const newGoogle = ({ id, secret }: Client): OAuthProvider => ({
  id: 'google',
  issuer: 'https://accounts.google.com',
  clientId: id,
  clientSecret: secret,
  scope: 'openid email https://mail.google.com/',
  sendingScope: null,
  grantsMail: /(^| )https:\/\/mail\.google\.com\/( |$)/,
  parameters: { access_type: 'offline', prompt: 'consent' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  table: ['gmail', 'google-workspace'],
})

const microsoftSending = 'https://outlook.office.com/SMTP.Send'

const newMicrosoft = ({ id, secret }: Client, tenant: string): OAuthProvider => ({
  id: 'microsoft',
  issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
  clientId: id,
  clientSecret: secret,
  scope: `openid profile email offline_access https://outlook.office.com/IMAP.AccessAsUser.All ${microsoftSending}`,
  sendingScope: microsoftSending,
  grantsMail: /(^|[ /])IMAP\.AccessAsUser\.All( |$)/i,
  parameters: { prompt: 'select_account' },
  imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
  table: ['outlook-com', 'microsoft-365'],
})

/** Whether sending was granted; null where the provider does not ask about it separately. */
export function grantsSending({ sendingScope }: OAuthProvider, granted: string): boolean | null {
  if (sendingScope === null) return null
  const name = sendingScope.slice(sendingScope.lastIndexOf('/') + 1).toLowerCase()
  // Microsoft may leave out the resource that a scope belongs to.
  return granted
    .toLowerCase()
    .split(' ')
    .some(scope => scope === name || scope.endsWith(`/${name}`))
}

/** A provider refuses to renew tokens for more than was granted, and receiving must not end for that. */
export const scopeToRenew = ({ scope, sendingScope }: OAuthProvider, maySend: boolean): string =>
  maySend || sendingScope === null
    ? scope
    : scope
        .split(' ')
        .filter(part => part !== sendingScope)
        .join(' ')

/** The id in our table of providers. */
export function tableIdOf({ table: [own, others] }: OAuthProvider, address: string): string {
  return providerOfDomain(domainOf(address))?.id === own ? own : others
}
