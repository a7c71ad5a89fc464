// Trusts one certificate of one server: the one whose fingerprint its person was shown.
import type { X509Certificate } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { CertificateError } from '../errors.ts'

/**
 * Looks at the certificate as soon as TLS stands, with the first byte or after STARTTLS, before anything else is said; `trusted`
 * runs when its SHA-256 is `fingerprint`, and the connection fails with a CertificateError when it is another. Neither its name, its
 * dates nor who signed it is judged. `client` must not refuse certificates by itself.
 */
export function pin(client: ImapFlow, fingerprint: string, trusted: () => void): void {
  // imapflow gives each socket to this method before it reads or writes there; were it ever renamed, nothing would be trusted.
  const configure: unknown = Reflect.get(client, 'configureSocket')
  Reflect.set(client, 'configureSocket', (socket: unknown) => {
    const certificate = certificateOf(socket)
    if (certificate) {
      const shown = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
      if (shown !== fingerprint) throw new CertificateError(shown, isSelfSigned(certificate))
      trusted()
    }
    if (typeof configure === 'function') Reflect.apply(configure, client, [socket])
  })
}

function certificateOf(socket: unknown): X509Certificate | null {
  if (typeof socket !== 'object' || socket === null || !hasCertificate(socket)) return null
  return socket.getPeerX509Certificate() ?? null
}

const hasCertificate = (socket: object): socket is { getPeerX509Certificate(): X509Certificate | undefined } =>
  'getPeerX509Certificate' in socket && typeof socket.getPeerX509Certificate === 'function'

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
