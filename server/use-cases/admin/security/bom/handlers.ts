// Lists the packages that this server is built from, and offers them as a software bill of materials.
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod/mini'
import type * as api from '../../../../../core/api/admin/secrets.ts'
import { decodeCursor, encodeCursor } from '../../../../foundation/db/cursor.ts'
import type { UserHandler } from '../../../../foundation/http/route.ts'
import { digest } from '../../../../foundation/seal.ts'
import { toPage } from '../rows.ts'
import { purlOf, toBom } from './cyclonedx.ts'
import { type NodePackage, readLock } from './lock.ts'

export interface BomHandlers {
  list: UserHandler<typeof api.listComponentsApi>
  file: UserHandler<typeof api.getBomApi>
}

const BomCursor = z.tuple([z.string()])

/** Reads the lock file on the first request; it does not change while the server runs. */
export function bomHandlers(lockFile: URL): BomHandlers {
  const read = once(() => {
    const text = readFileSync(lockFile, 'utf8')
    const lock = readLock(text)
    const bom = toBom({ ...lock, digest: digest(text), at: statSync(lockFile).mtime })
    return { bom, components: lock.packages.map(toLine) }
  })
  return {
    async list({ query: { q = '', cursor, limit } }) {
      const after = decodeCursor(cursor, BomCursor)?.[0]
      const wanted = q.toLowerCase()
      const found = read().components.filter(one => `${one.name}@${one.version} ${one.licence ?? ''}`.toLowerCase().includes(wanted))
      const start = after === undefined ? 0 : found.findIndex(one => one.purl === after) + 1
      const shown = found.slice(start, start + limit + 1)
      return toPage(
        shown,
        limit,
        one => encodeCursor([one.purl]),
        one => one,
      )
    },
    async file({ reply }) {
      void reply?.header('content-disposition', 'attachment; filename="mailferry-bom.cdx.json"')
      return read().bom
    },
  }
}

const toLine = (one: NodePackage): api.Component => ({
  ...{ name: one.name, version: one.version, licence: one.licence, purl: purlOf(one) },
  isDevelopment: one.isDevelopment,
  hasHash: one.integrity !== null,
})

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
