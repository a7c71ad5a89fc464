// Defines the tables of the data API, with their columns in order.
import { RestRefusal } from './refusal.ts'

const tables = {
  user_roles: ['id', 'user_id', 'role', 'created_at'],
  activity_logs: [
    'id',
    'user_id',
    'action',
    'resource_type',
    'resource_id',
    'status',
    'details',
    'email',
    'ip_address',
    'user_agent',
    'created_at',
  ],
} as const

export type TableName = keyof typeof tables

export interface RestTable {
  name: TableName
  columns: readonly string[]
}

/** Throws PGRST205 for any other name. */
export function tableNamed(name: string): RestTable {
  if (isTable(name)) return { name, columns: tables[name] }
  throw new RestRefusal(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

/** Checks a column to read; PostgreSQL's error for an unknown one. */
export function readable(table: RestTable, column: string): string {
  if (table.columns.includes(column)) return column
  throw new RestRefusal(400, '42703', `column ${table.name}.${column} does not exist`)
}

/** Checks a column to write. */
export function writable(table: RestTable, column: string): string {
  if (table.columns.includes(column)) return column
  throw new RestRefusal(400, 'PGRST204', `Could not find the '${column}' column of '${table.name}' in the schema cache`)
}
