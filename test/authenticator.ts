// A software security key: makes real registrations (attestation "none") and assertions, valid and invalid.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a browser is given, as it travels or as a client has unpacked it. */
type Bytes = string | ArrayBuffer | ArrayBufferView
export interface Options {
  challenge?: Bytes
  rp?: { id?: string | undefined }
  rpId?: string | undefined
  user?: { id: Bytes }
}

/** What a wrong key or a wrong site does instead. */
export interface Fault {
  origin?: string
  rpId?: string
  challenge?: Bytes
  /** Reported instead of the count. */
  counter?: number
  credentialId?: Buffer
  userHandle?: string
  flags?: number
  fmt?: string
}

export interface Authenticator {
  credentialId: Buffer
  create(options: object, fault?: Fault): ReturnType<typeof answer>
  get(options: object, fault?: Fault): ReturnType<typeof answer>
}

/** One key with one credential, in a browser at `origin`; `counts` is false for a passkey that is kept in several places. */
export function newAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''
  const clientData = (type: string, options: Options, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: toBase64url(fault.challenge ?? options.challenge ?? ''),
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (rpId: string, fault: Fault, attested: Buffer[] = []) => {
    if (counts) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fault.counter ?? counter)
    const flags = fault.flags ?? (attested.length > 0 ? 0x45 : 0x05)
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), count, ...attested])
  }
  return {
    credentialId,
    create(options: Options, fault = {}) {
      const id = fault.credentialId ?? credentialId
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      userHandle = toBase64url(options.user?.id ?? '')
      const data = authData(options.rp?.id ?? '', fault, [Buffer.alloc(16), idLength, id, cose])
      const attestationObject = cbor([
        ['fmt', fault.fmt ?? 'none'],
        ['attStmt', []],
        ['authData', data],
      ])
      const clientDataJSON = clientData('webauthn.create', options, fault)
      return answer(id, { clientDataJSON, attestationObject }, { transports: ['usb'] })
    },
    get(options: Options, fault = {}) {
      const authenticatorData = authData(options.rpId ?? '', fault)
      const clientDataJSON = clientData('webauthn.get', options, fault)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      const more = { userHandle: fault.userHandle ?? userHandle }
      return answer(fault.credentialId ?? credentialId, { clientDataJSON, authenticatorData, signature }, more)
    },
  }
}

/** As a browser hands it to a script: with the form that travels. */
function answer(id: Buffer, parts: Record<string, Buffer>, more: object) {
  const response = { ...Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, toBase64url(bytes)])), ...more }
  const json = { id: toBase64url(id), rawId: toBase64url(id), type: 'public-key' as const, response, clientExtensionResults: {} }
  return { ...json, toJSON: () => json }
}

/** A map is a list of its pairs. */
type Cbor = number | string | Buffer | [number | string, Cbor][]

/** As much of CBOR (RFC 8949) as a key speaks. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.length), ...value.flat().map(cbor)])
}

function head(major: number, count: number): Buffer {
  const bits = major << 5
  if (count < 24) return Buffer.from([bits | count])
  if (count < 256) return Buffer.from([bits | 24, count])
  return Buffer.from([bits | 25, count >> 8, count & 255])
}

const sha256 = (of: string | Buffer): Buffer => createHash('sha256').update(of).digest()

function toBase64url(bytes: Bytes): string {
  if (typeof bytes === 'string') return bytes
  const view = ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes)
  return view.toString('base64url')
}
