// Signs in to a mail provider through OAuth.
import { useMutation } from '@tanstack/react-query'
import { type BeginSignIn, beginSignInApi, type Mailbox } from '../../../core/api/mail.ts'
import { useCall } from '../../session/session.tsx'
import { usePublicConfig } from '../queries/messages.ts'

export type Issuer = BeginSignIn['provider']

export const issuerNames: Record<Issuer, string> = { google: 'Google', microsoft: 'Microsoft' }

const providers: [issuer: Issuer, id: RegExp][] = [
  ['google', /^(gmail|google-workspace)$/],
  ['microsoft', /^(outlook-com|microsoft-365)$/],
]

export const issuerOf = (provider: Mailbox['provider']): Issuer | null =>
  providers.find(([, id]) => id.test(provider?.id ?? ''))?.[0] ?? null

/** Whom the operator has let us sign in with; null for a provider where that is not possible here. */
export function useIssuer(provider: Mailbox['provider']): Issuer | null {
  const offered = usePublicConfig()?.mailSignIns ?? []
  const issuer = issuerOf(provider)
  return issuer && offered.includes(issuer) ? issuer : null
}

/** Leaves for the provider's page; it sends the browser back to the e-mail accounts. */
export function useSignIn() {
  const call = useCall()
  return useMutation({
    mutationFn: (body: BeginSignIn) => call(beginSignInApi, 'POST', '/api/mailboxes/sign-ins', { body }),
    onSuccess: ({ url }) => location.assign(url),
  })
}
