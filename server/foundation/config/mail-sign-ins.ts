// OAuth settings for mailboxes: the clients registered with email providers.
import { z } from 'zod/mini'

export const mailSignInSettings = {
  GOOGLE_CLIENT_ID: z._default(z.string(), ''),
  GOOGLE_CLIENT_SECRET: z._default(z.string(), ''),
  MICROSOFT_CLIENT_ID: z._default(z.string(), ''),
  MICROSOFT_CLIENT_SECRET: z._default(z.string(), ''),
  MICROSOFT_TENANT: z._default(z.string().check(z.regex(/^[\w.-]+$/)), 'common'),
  MAIL_OAUTH_ISSUER: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  MAIL_OAUTH_IMAP: z._default(z.union([z.literal(''), z.string().check(z.regex(/^[^\s:]+:\d+$/, 'write it as host:port'))]), ''),
}

const Settings = z.object(mailSignInSettings)

/** A provider without a registered client is null. */
export function toMailSignInConfig(e: z.infer<typeof Settings>) {
  const standIn = parseStandIn(e.MAIL_OAUTH_ISSUER, e.MAIL_OAUTH_IMAP)
  const google = parseClient(e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET, 'GOOGLE')
  const microsoft = parseClient(e.MICROSOFT_CLIENT_ID, e.MICROSOFT_CLIENT_SECRET, 'MICROSOFT')
  return { google, microsoft, tenant: e.MICROSOFT_TENANT, standIn }
}

function parseClient(id: string, secret: string, name: string) {
  if ((id === '') !== (secret === ''))
    throw new Error(`Set ${name}_CLIENT_ID and ${name}_CLIENT_SECRET together, or neither (see .env.example).`)
  return id === '' ? null : { id, secret }
}

/** A local server that stands in for a provider in sandbox mode. */
function parseStandIn(issuer: string, imap: string) {
  if ((issuer === '') !== (imap === ''))
    throw new Error('Set MAIL_OAUTH_ISSUER and MAIL_OAUTH_IMAP together, or neither (see .env.example).')
  const [host = '', port = ''] = imap.split(':')
  return issuer === '' ? null : { issuer, host, port: Number(port) }
}
