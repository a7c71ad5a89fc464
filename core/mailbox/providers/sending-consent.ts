// Decides whether a mailbox may receive but not send, because its provider asks its user about each separately.

/** In the table of providers. */
export const providersThatAskAboutSending: readonly string[] = ['outlook-com', 'microsoft-365']

/** `maySend` is null for mailboxes that were connected before we asked. */
export const mustAllowSending = ({
  signIn,
  provider,
  maySend,
}: {
  signIn: 'password' | 'oauth2'
  provider: string | null
  maySend: boolean | null
}): boolean => signIn === 'oauth2' && provider !== null && providersThatAskAboutSending.includes(provider) && maySend !== true
