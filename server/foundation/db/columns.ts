// Column types that differ in TypeScript between reading and writing.
import type { ColumnType } from 'kysely'

/** A bigint column, which pg returns as text. */
export type Big = ColumnType<string, string | number | bigint, string | number | bigint>
export type Json<T> = ColumnType<T, string, string>
