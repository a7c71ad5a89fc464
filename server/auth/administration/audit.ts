// GET /admin/audit: what the log says about signing in, of all people, as GoTrue writes it.
import { z } from 'zod/mini'
import type { OperatorAsk } from '../endpoint.ts'
import type { AuthParts } from '../parts.ts'
import type { Audited } from '../shapes.ts'
import { pageHeaders, pageOf } from './paging.ts'

const Traits = z.catch(z.record(z.string(), z.unknown()), {})

export async function listAudit({ audit }: AuthParts, { query, say }: OperatorAsk): Promise<Audited[]> {
  const page = pageOf(query)
  const { total, entries } = await audit({ offset: page.offset, limit: page.perPage })
  say(pageHeaders('/admin/audit', page, total))
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
