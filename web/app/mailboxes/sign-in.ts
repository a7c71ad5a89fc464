// Signs in to a mail provider through OAuth.
import { useMutation } from '@tanstack/react-query'
import { type BeginSignIn, beginSignInApi, type Mailbox } from '../../../core/api/mail.ts'
import { useCall } from '../../session/session.tsx'
import { usePublicConfig } from '../queries/messages.ts'

export type Issuer = BeginSignIn['provider']

export const issuerNames: Record<Issuer, string> = { google: 'Google', microsoft: 'Microsoft' }

const issuerPatterns: [issuer: Issuer, id: RegExp][] = [
  ['google', /^(gmail|google-workspace)$/],
  ['microsoft', /^(outlook-com|microsoft-365)$/],
]

export const findIssuer = (provider: Mailbox['provider']): Issuer | null =>
  issuerPatterns.find(([, id]) => id.test(provider?.id ?? ''))?.[0] ?? null

/** The issuer for signing in to this provider; null if the operator has not set one up. */
export function useIssuer(provider: Mailbox['provider']): Issuer | null {
  const available = usePublicConfig()?.mailSignIns ?? []
  const issuer = findIssuer(provider)
  return issuer && available.includes(issuer) ? issuer : null
}

/** Opens the provider's sign-in page, which sends the browser back to the email accounts. */
export function useSignIn() {
  const call = useCall()
  return useMutation({
    mutationFn: (body: BeginSignIn) => call(beginSignInApi, 'POST', '/api/mailboxes/sign-ins', { body }),
    onSuccess: ({ url }) => location.assign(url),
  })
}
