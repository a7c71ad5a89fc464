// The URL of the console's log with filters, for links, saved views and the server.
import type { LogFilters } from '../../../core/api/admin/logs.ts'

export const logsPath = (filters: LogFilters = {}): string => logsQuery('/admin/logs', filters)

export function logsQuery(path: string, filters: LogFilters): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) if (value) query.set(key, value)
  return query.size > 0 ? `${path}?${query}` : path
}
