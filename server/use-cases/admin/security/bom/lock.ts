// Reads package-lock.json (lockfile version 3) as a graph of packages.
import { z } from 'zod/mini'

const Names = z.optional(z.record(z.string(), z.string()))
const LockedPackage = z.object({
  name: z.optional(z.string()),
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  devOptional: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})
const Lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), LockedPackage) })

export interface NodePackage {
  name: string
  version: string
  licence: string | null
  /** As in Subresource Integrity: the algorithm, a dash, and the digest in base64. */
  integrity: string | null
  isDevelopment: boolean
  isOptional: boolean
  /** The packages that it uses, as `name@version`. */
  uses: string[]
}

/** The first package is ours; the others are unique and sorted by name and version. */
export function readLock(text: string): { own: NodePackage; packages: NodePackage[] } {
  const { packages: locked } = Lock.parse(JSON.parse(text))
  const byPath = new Map(Object.entries(locked))
  const found = [...byPath].map(([path, entry]) => toPackage(path, entry, byPath))
  const [own, ...others] = found
  if (!own) throw new Error('The lock file lists no packages.')
  const once = [...Map.groupBy(others, keyOf).values()].map(mergeCopies)
  return { own, packages: once.toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version)) }
}

export const keyOf = ({ name, version }: Pick<NodePackage, 'name' | 'version'>): string => `${name}@${version}`

type Locked = z.infer<typeof LockedPackage>

function toPackage(path: string, entry: Locked, byPath: ReadonlyMap<string, Locked>): NodePackage {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
  const uses = names.flatMap(name => resolve(path, name, byPath) ?? [])
  return {
    ...nameAt(path, entry),
    licence: entry.license ?? null,
    integrity: entry.integrity ?? null,
    isDevelopment: entry.dev === true || entry.devOptional === true,
    isOptional: entry.optional === true || entry.devOptional === true,
    uses: [...new Set(uses)].toSorted(),
  }
}

const nameAt = (path: string, { name, version = '' }: Locked) => ({ name: name ?? path.replace(/^.*node_modules\//, ''), version })

/** Node.js searches the package's own node_modules, then that of each parent folder. */
function resolve(from: string, name: string, byPath: ReadonlyMap<string, Locked>): string | null {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = byPath.get(path)
    if (entry) return keyOf(nameAt(path, entry))
    if (folder === '') return null
  }
}

/** The same version may be installed in several places. */
function mergeCopies(copies: NodePackage[]): NodePackage {
  const [first] = copies
  if (!first) throw new Error('A group of packages is empty.')
  return {
    ...first,
    licence: copies.find(copy => copy.licence !== null)?.licence ?? null,
    integrity: copies.find(copy => copy.integrity !== null)?.integrity ?? null,
    isDevelopment: copies.every(copy => copy.isDevelopment),
    isOptional: copies.every(copy => copy.isOptional),
    uses: [...new Set(copies.flatMap(copy => copy.uses))].toSorted(),
  }
}
