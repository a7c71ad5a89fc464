// Defines what a sealed backup holds: gzipped lines of JSON with a header, the rows of each table, and a manifest.
import { createHash } from 'node:crypto'
import { z } from 'zod/mini'

export const ArchiveHeader = z.object({
  format: z.literal('mailferry-backup'),
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The newest migration in the database that was backed up. */
  schema: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})

/** Starts a table; its rows follow until the next such line. */
export const TableStart = z.object({ table: z.string() })

/** A row: each column in PostgreSQL's lossless text format. */
export const ArchiveRow = z.array(z.nullable(z.string()))

const TableChecksum = z.object({ name: z.string(), rows: z.int(), checksum: z.string() })

export const Manifest = z.object({
  manifest: z.array(TableChecksum),
  /** Of all lines before this one. */
  sha256: z.string(),
})

export type ArchiveHeader = z.infer<typeof ArchiveHeader>
export type Manifest = z.infer<typeof Manifest>
export type ArchiveRow = z.infer<typeof ArchiveRow>
export type TableChecksum = z.infer<typeof TableChecksum>

/** Counts rows and computes a checksum that ignores their order: the SHA-256 of each row's line, added modulo 2^256. */
export function openChecksum(name: string): { add(line: string): void; sum(): TableChecksum } {
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
