// The format of a backup file: gzipped lines of JSON with a header, each table's rows, and a manifest.
import { createHash } from 'node:crypto'
import { z } from 'zod/mini'

export const ArchiveHeader = z.object({
  format: z.literal('mailferry-backup'),
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The newest migration of the database that was backed up. */
  schema: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})

/** Opens the rows of a table, which follow until the next such line. */
export const TableStart = z.object({ table: z.string() })

/** A row: each column as PostgreSQL writes it in text, which loses nothing. */
export const ArchiveRow = z.array(z.nullable(z.string()))

const TableSum = z.object({ name: z.string(), rows: z.int(), checksum: z.string() })

export const Manifest = z.object({
  manifest: z.array(TableSum),
  /** Over all lines before this one. */
  sha256: z.string(),
})

export type ArchiveHeader = z.infer<typeof ArchiveHeader>
export type Manifest = z.infer<typeof Manifest>
export type ArchiveRow = z.infer<typeof ArchiveRow>
export type TableSum = z.infer<typeof TableSum>

/** Counts rows and sums them whatever their order: the SHA-256 of each row's line, added modulo 2^256. */
export function openSum(name: string): { add(line: string): void; sum(): TableSum } {
  let rows = 0
  let total = 0n
  return {
    add: line => {
      rows++
      total = BigInt.asUintN(256, total + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`))
    },
    sum: () => ({ name, rows, checksum: total.toString(16).padStart(64, '0') }),
  }
}
