// Creates a self-signed certificate (RFC 5280 §4.1), enough for opportunistic TLS between mail servers (RFC 7435).
import { newId, newSigner } from '../../../foundation/seal.ts'

/** Both in PEM. */
export interface SmtpCertificate {
  cert: string
  key: string
}

const dayMs = 86_400_000
const validDays = 3650
const oids = { ecdsaWithSha256: '2a8648ce3d040302', commonName: '550403', subjectAltName: '551d11' }

/** Valid for ten years, though it only lives as long as the process. */
export function selfSigned(host: string, now: Date): SmtpCertificate {
  const signer = newSigner()
  const algorithm = sequence(oid(oids.ecdsaWithSha256))
  // A common name has 64 characters at most (RFC 5280, ub-common-name); the alternative name takes any host.
  const name = sequence(der(0x31, sequence(oid(oids.commonName), der(0x0c, Buffer.from(host.slice(0, 64))))))
  const names = sequence(der(0x82, Buffer.from(host)))
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from(newId(now).replaceAll('-', ''), 'hex')),
    algorithm,
    name,
    sequence(time(new Date(now.getTime() - dayMs)), time(new Date(now.getTime() + validDays * dayMs))),
    name,
    signer.publicKey,
    der(0xa3, sequence(sequence(oid(oids.subjectAltName), der(0x04, names)))),
  )
  const certificate = sequence(body, algorithm, bits(signer.sign(body)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`, key: signer.keyPem }
}

/** Tag, length and content (X.690 §8.1). */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: Buffer[]): Buffer => der(0x30, ...contents)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content)

// A leading 1 bit would make the integer negative.
const integer = (bytes: Buffer): Buffer => der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes)

/** Two digits of the year until 2049, four from then on (RFC 5280 §4.1.2.5). */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}
