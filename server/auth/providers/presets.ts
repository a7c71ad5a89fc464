// Opens the identity providers that the operator has configured.
import type { OpenidDeps } from '../../foundation/outside/openid.ts'
import { gitHubProvider } from './github.ts'
import { openIdProvider } from './openid.ts'
import { isOwnedAtMicrosoft, isTrueClaim } from './profile.ts'
import type { IdentityProvider, IdentityProviders } from './provider.ts'

/** The first of `ids` is our web client; id tokens may be issued to any of them. */
interface Client {
  ids: string[]
  secret: string
}

/** Null for a provider without a registered client. */
export interface ProviderSettings {
  google: Client | null
  azure: (Client & { tenant: string }) | null
  github: (Client & { url: string }) | null
  /** Any other OpenID Connect provider. */
  openid: (Client & { issuer: string; name: string; label: string }) | null
}

export function openProviders({ google, azure, github, openid }: ProviderSettings, deps: OpenidDeps): IdentityProviders {
  const all = [
    google && openIdProvider({ ...googleSettings, ...clientSettings(google) }, deps),
    azure && openIdProvider({ ...azureSettings(azure.tenant), ...clientSettings(azure) }, deps),
    github && gitHubProvider({ ...clientSettings(github), url: github.url }, deps),
    openid && openIdProvider({ ...defaultSettings, ...openid, ...clientSettings(openid) }, deps),
  ]
  return new Map(all.flatMap((provider): [string, IdentityProvider][] => (provider ? [[provider.name, provider]] : [])))
}

function clientSettings({ ids: [clientId = '', ...otherClients], secret }: Client) {
  return { clientId, clientSecret: secret, otherClients }
}

const defaultSettings = {
  scope: 'openid email profile',
  parameters: {},
  isVerified: (claims: Record<string, unknown>) => isTrueClaim(claims['email_verified']),
}

const googleSettings = { ...defaultSettings, name: 'google', label: 'Google', issuer: 'https://accounts.google.com' }

const azureSettings = (tenant: string) => ({
  ...defaultSettings,
  name: 'azure',
  label: 'Microsoft',
  issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
  isVerified: isOwnedAtMicrosoft,
})
