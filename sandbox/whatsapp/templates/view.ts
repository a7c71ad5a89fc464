// A template as the Graph API gives it.
import type { Stored } from './stored.ts'

const usual = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id']
export const fieldNames = [...usual, 'previous_category', 'message_send_ttl_seconds', 'quality_score', 'rejected_reason']

/** The asked fields, or the usual ones; what is not set is left out. */
export function viewOf(template: Stored, asked: string[] = usual): Record<string, unknown> {
  const all: Record<string, unknown> = {
    id: template.id,
    name: template.name,
    parameter_format: template.format,
    components: template.components,
    language: template.language,
    status: template.status,
    category: template.category,
    previous_category: template.previousCategory,
    message_send_ttl_seconds: template.ttlSeconds,
    quality_score: { score: template.quality, date: Math.floor(template.editedAt / 1000) },
    rejected_reason: template.rejectedReason,
  }
  return Object.fromEntries([...asked, 'id'].map(name => [name, all[name]]).filter(([, value]) => value !== null))
}
