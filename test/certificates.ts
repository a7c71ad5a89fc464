// Creates a certificate authority for tests, and certificates that it signs.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  certFile: string
  keyFile: string
  cert: string
  key: string
}

export interface Authority {
  /** Trust this, in PEM. */
  ca: string
  /** A certificate for that host name; `days` below 0 makes one that has expired. */
  sign(host: string, days?: number): Certificate
}

/** SHA-256 of it in DER, as a person is shown it. */
export const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase()

/** A certificate that vouches for itself; `days` below 0 makes one that has expired. */
export function selfSigned(host: string, days = 2): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-certificates-'))
  const [certFile, keyFile] = [join(folder, 'own.crt'), join(folder, 'own.key')]
  const made = [...newKey, '-keyout', keyFile, '-out', `${certFile}.request`, '-subj', `/CN=${host}`]
  execFileSync('openssl', ['req', ...made], { stdio: 'ignore' })
  const signed = ['-in', `${certFile}.request`, '-signkey', keyFile, '-days', String(days), '-out', certFile]
  execFileSync('openssl', ['x509', '-req', ...signed], { stdio: 'ignore' })
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
}

/** On P-256: RSA keys take a second each to make. */
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export function newAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-certificates-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl('req', '-x509', ...newKey, '-keyout', at('ca.key'), '-out', at('ca.crt'), '-days', '2', '-subj', '/CN=Test authority')
  let count = 0
  return {
    ca: readFileSync(at('ca.crt'), 'utf8'),
    sign(host, days = 2) {
      const name = `${host}-${count++}`
      const [certFile, keyFile] = [at(`${name}.crt`), at(`${name}.key`)]
      writeFileSync(at('extensions'), `subjectAltName=DNS:${host}\n`)
      openssl('req', ...newKey, '-keyout', keyFile, '-out', at('request'), '-subj', `/CN=${host}`)
      openssl(
        'x509',
        '-req',
        '-in',
        at('request'),
        '-CA',
        at('ca.crt'),
        '-CAkey',
        at('ca.key'),
        '-CAcreateserial',
        '-extfile',
        at('extensions'),
        '-days',
        String(days),
        '-out',
        certFile,
      )
      return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    },
  }
}
