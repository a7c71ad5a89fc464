// Identity provider settings: the OAuth clients registered with them.
import { z } from 'zod/mini'
import { list } from './values.ts'

/** `…_ENABLED` closes a provider without forgetting its client. */
export const providerSettings = {
  AUTH_GOOGLE_ENABLED: z._default(z.stringbool(), true),
  AUTH_GOOGLE_CLIENT_ID: z._default(list, []),
  AUTH_GOOGLE_CLIENT_SECRET: z._default(z.string(), ''),
  AUTH_AZURE_ENABLED: z._default(z.stringbool(), true),
  AUTH_AZURE_CLIENT_ID: z._default(list, []),
  AUTH_AZURE_CLIENT_SECRET: z._default(z.string(), ''),
  AUTH_AZURE_TENANT: z._default(z.string().check(z.regex(/^[\w.-]+$/)), 'common'),
  AUTH_GITHUB_ENABLED: z._default(z.stringbool(), true),
  AUTH_GITHUB_CLIENT_ID: z._default(list, []),
  AUTH_GITHUB_CLIENT_SECRET: z._default(z.string(), ''),
  AUTH_GITHUB_URL: z._default(z.url({ protocol: /^https?$/ }), 'https://github.com'),
  AUTH_OIDC_ENABLED: z._default(z.stringbool(), true),
  AUTH_OIDC_ISSUER: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
  AUTH_OIDC_CLIENT_ID: z._default(list, []),
  AUTH_OIDC_CLIENT_SECRET: z._default(z.string(), ''),
  AUTH_OIDC_NAME: z._default(
    z.string().check(
      z.regex(/^[a-z][a-z0-9_-]{0,39}$/),
      z.refine(name => !['email', 'phone', 'google', 'azure', 'github'].includes(name), 'this name is taken'),
    ),
    'keycloak',
  ),
  AUTH_OIDC_LABEL: z._default(z.string().check(z.maxLength(40)), ''),
}

const Settings = z.object(providerSettings)

/** A provider without a registered client, or a disabled one, is null. */
export function toProviderConfig(e: z.infer<typeof Settings>) {
  const google = parseClient(e.AUTH_GOOGLE_CLIENT_ID, e.AUTH_GOOGLE_CLIENT_SECRET, 'GOOGLE')
  const azure = parseClient(e.AUTH_AZURE_CLIENT_ID, e.AUTH_AZURE_CLIENT_SECRET, 'AZURE')
  const github = parseClient(e.AUTH_GITHUB_CLIENT_ID, e.AUTH_GITHUB_CLIENT_SECRET, 'GITHUB')
  const openid = parseClient(e.AUTH_OIDC_CLIENT_ID, e.AUTH_OIDC_CLIENT_SECRET, 'OIDC')
  if ((openid === null) !== (e.AUTH_OIDC_ISSUER === ''))
    throw new Error('Set AUTH_OIDC_ISSUER, AUTH_OIDC_CLIENT_ID and AUTH_OIDC_CLIENT_SECRET together, or none (see .env.example).')
  const name = e.AUTH_OIDC_NAME
  return {
    google: e.AUTH_GOOGLE_ENABLED ? google : null,
    azure: azure && e.AUTH_AZURE_ENABLED ? { ...azure, tenant: e.AUTH_AZURE_TENANT } : null,
    github: github && e.AUTH_GITHUB_ENABLED ? { ...github, url: e.AUTH_GITHUB_URL.replace(/\/$/, '') } : null,
    openid: openid && e.AUTH_OIDC_ENABLED ? { ...openid, issuer: e.AUTH_OIDC_ISSUER, name, label: e.AUTH_OIDC_LABEL || name } : null,
  }
}

function parseClient(ids: string[], secret: string, name: string) {
  if ((ids.length === 0) !== (secret === ''))
    throw new Error(`Set AUTH_${name}_CLIENT_ID and AUTH_${name}_CLIENT_SECRET together, or neither (see .env.example).`)
  return ids.length === 0 ? null : { ids, secret }
}
