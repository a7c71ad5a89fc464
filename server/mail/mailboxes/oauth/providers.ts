// The two providers whose mailboxes open with a token: endpoints, scopes, and mail servers.
import { domainOf } from '../../../../core/mailbox/discovery.ts'
import { providerOfDomain } from '../../../../core/mailbox/providers/providers.ts'
import type { OAuthTokens } from '../sealed.ts'

export interface OAuthProvider {
  id: OAuthTokens['provider']
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** What the answer names when access to mail was granted; a person can leave it out. */
  grantsMail: RegExp
  /** Of the page where one signs in. */
  parameters: Record<string, string>
  imap: { host: string; port: number; security: 'tls' | 'none' }
  /** Ids in the table of providers: of one's own domains, and of those of organisations. */
  table: [own: string, others: string]
}

interface Client {
  id: string
  secret: string
}

export interface OAuthSettings {
  google: Client | null
  microsoft: Client | null
  /** Whose accounts may sign in: `common`, `consumers`, `organizations` or the id of a tenant. */
  tenant: string
  /** Plays both, and their mail server. */
  standIn: { issuer: string; host: string; port: number } | null
}

/** Those that the operator has registered a client with (scopes and parameters: each provider's pages on IMAP with OAuth). */
export function oauthProviders({ google, microsoft, tenant, standIn }: OAuthSettings): OAuthProvider[] {
  const played = standIn && { issuer: standIn.issuer, imap: { host: standIn.host, port: standIn.port, security: 'none' as const } }
  return [
    ...(google ? [{ ...googleWith(google), ...played }] : []),
    ...(microsoft ? [{ ...microsoftWith(microsoft, tenant), ...played }] : []),
  ]
}

/** Without `consent` Google gives no refresh token the second time. */
const googleWith = ({ id, secret }: Client): OAuthProvider => ({
  id: 'google',
  issuer: 'https://accounts.google.com',
  clientId: id,
  clientSecret: secret,
  scope: 'openid email https://mail.google.com/',
  grantsMail: /(^| )https:\/\/mail\.google\.com\/( |$)/,
  parameters: { access_type: 'offline', prompt: 'consent' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'tls' },
  table: ['gmail', 'google-workspace'],
})

const microsoftWith = ({ id, secret }: Client, tenant: string): OAuthProvider => ({
  id: 'microsoft',
  issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
  clientId: id,
  clientSecret: secret,
  scope: 'openid profile email offline_access https://outlook.office.com/IMAP.AccessAsUser.All',
  grantsMail: /(^|[ /])IMAP\.AccessAsUser\.All( |$)/i,
  parameters: { prompt: 'select_account' },
  imap: { host: 'outlook.office365.com', port: 993, security: 'tls' },
  table: ['outlook-com', 'microsoft-365'],
})

/** Its id in the table of providers. */
export function tableIdOf({ table: [own, others] }: OAuthProvider, address: string): string {
  return providerOfDomain(domainOf(address))?.id === own ? own : others
}
