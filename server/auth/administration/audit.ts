// Serves GET /admin/audit: all users' sign-in entries in the activity log, in GoTrue's format.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import type { AuditLogEntry } from '../shapes.ts'
import { pageHeaders, readPageNumbers } from './paging.ts'

const Traits = z.catch(z.record(z.string(), z.unknown()), {})

export async function listAudit({ hooks }: AuthDeps, { query, setHeaders }: OperatorRequest): Promise<AuditLogEntry[]> {
  const page = readPageNumbers(query)
  const { total, entries } = await hooks.audit({ offset: page.offset, limit: page.perPage })
  setHeaders(pageHeaders('/admin/audit', page, total))
  return entries.map(entry => ({
    id: entry.id,
    payload: {
      action: entry.action,
      actor_id: entry.user_id ?? '',
      actor_username: entry.email ?? '',
      log_type: entry.resource_type ?? '',
      status: entry.status,
      traits: Traits.parse(entry.details),
    },
    created_at: entry.created_at.toISOString(),
    ip_address: entry.ip_address ?? '',
  }))
}
