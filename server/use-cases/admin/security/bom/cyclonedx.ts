// Writes a software bill of materials in CycloneDX 1.6 (ECMA-424).
import type { Bom, BomComponent } from '../../../../../core/api/admin/secrets.ts'
import { keyOf, type NodePackage } from './lock.ts'

interface BomInput {
  own: NodePackage
  packages: NodePackage[]
  /** A digest of the lock file: the same file gives the same document. */
  digest: Buffer
  /** When the lock file was written. */
  at: Date
}

export function toBom({ own, packages, digest, at }: BomInput): Bom {
  const refs = new Map([own, ...packages].map(one => [keyOf(one), purlOf(one)]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${toUuid(digest)}`,
    version: 1,
    metadata: { timestamp: at.toISOString(), component: { ...toComponent(own), type: 'application' } },
    components: packages.map(toComponent),
    dependencies: [own, ...packages].map(one => ({ ref: purlOf(one), dependsOn: one.uses.flatMap(key => refs.get(key) ?? []) })),
  }
}

function toComponent(one: NodePackage): BomComponent {
  const [, group, name] = /^(@[^/]+)\/(.+)$/.exec(one.name) ?? [null, undefined, one.name]
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group !== undefined && { group }),
    ...{ name: name ?? one.name, version: one.version, scope: one.isOptional ? ('optional' as const) : ('required' as const) },
    ...(one.integrity && { hashes: toHashes(one.integrity) }),
    ...(one.licence && { licenses: [toLicence(one.licence)] }),
    purl: purlOf(one),
    ...(one.isDevelopment && { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] }),
  }
}

/** https://github.com/package-url/purl-spec: a scope is a namespace, with its @ encoded. */
export const purlOf = ({ name, version }: NodePackage): string => `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`

const algorithms: Record<string, string> = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

const toHashes = (integrity: string) =>
  integrity.split(/\s+/).flatMap(one => {
    const [algorithm = '', base64 = ''] = one.split('-', 2)
    const alg = algorithms[algorithm]
    return alg ? [{ alg, content: Buffer.from(base64, 'base64').toString('hex') }] : []
  })

/** An SPDX identifier, an SPDX expression, or the text that the package has instead. */
function toLicence(text: string) {
  if (/^[\w.+-]+$/.test(text) && text !== 'UNLICENSED') return { license: { id: text } }
  return /^[\w.+()\s-]+$/.test(text) && / (OR|AND|WITH) /.test(text) ? { expression: text } : { license: { name: text } }
}

/** Version 8 (RFC 9562 §5.8). */
function toUuid(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
