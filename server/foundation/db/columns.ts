// Columns that come out of PostgreSQL as something else than they go in.
import type { ColumnType } from 'kysely'

/** A bigint column: pg hands it over as text. */
export type Big = ColumnType<string, string | number | bigint, string | number | bigint>
export type Json<T> = ColumnType<T, string, string>
