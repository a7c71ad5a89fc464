// The identity providers that the operator has configured.
import type { Reach } from '../../foundation/outside/openid.ts'
import { gitHubProvider } from './github.ts'
import { openIdProvider } from './openid.ts'
import { isOwnedAtMicrosoft, isTrue } from './profile.ts'
import type { IdentityProvider, IdentityProviders } from './provider.ts'

/** The first of `ids` is ours; id tokens may be for any of them. */
interface Client {
  ids: string[]
  secret: string
}

/** Null where the operator has registered none. */
export interface ProviderSettings {
  google: Client | null
  azure: (Client & { tenant: string }) | null
  github: (Client & { url: string }) | null
  /** Any other that speaks OpenID Connect. */
  openid: (Client & { issuer: string; name: string; label: string }) | null
}

export function openProviders({ google, azure, github, openid }: ProviderSettings, reach: Reach): IdentityProviders {
  const all = [
    google && openIdProvider({ ...googleSettings, ...registered(google) }, reach),
    azure && openIdProvider({ ...azureWith(azure.tenant), ...registered(azure) }, reach),
    github && gitHubProvider({ ...registered(github), url: github.url }, reach),
    openid && openIdProvider({ ...plain, ...openid, ...registered(openid) }, reach),
  ]
  return new Map(all.flatMap((provider): [string, IdentityProvider][] => (provider ? [[provider.name, provider]] : [])))
}

function registered({ ids: [clientId = '', ...otherClients], secret }: Client) {
  return { clientId, clientSecret: secret, otherClients }
}

const plain = {
  scope: 'openid email profile',
  parameters: {},
  isVerified: (claims: Record<string, unknown>) => isTrue(claims['email_verified']),
}

const googleSettings = { ...plain, name: 'google', label: 'Google', issuer: 'https://accounts.google.com' }

const azureWith = (tenant: string) => ({
  ...plain,
  name: 'azure',
  label: 'Microsoft',
  issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
  isVerified: isOwnedAtMicrosoft,
})
