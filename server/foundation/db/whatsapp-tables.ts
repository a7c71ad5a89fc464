// Kysely types of the tables for WhatsApp messages, templates and media.
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export interface WhatsAppTables {
  inbound_messages: {
    wamid: string
    user_id: string | null
    destination_id: string | null
    sender: string
    kind: string
    body: Json<unknown>
    received_at: Date
    is_urgent: Generated<boolean>
    retry_at: Date | null
    answered_at: Date | null
    response: Json<unknown> | null
    response_attempts: Generated<number>
    response_due_at: Date | null
  }
  message_templates: {
    id: string
    purpose: string
    name: string
    language: string
    category: string
    components: Json<unknown>
    state: 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled'
    meta_id: string | null
    quality: string | null
    reason: string | null
    paused_until: Date | null
    position: number
    switched_off_at: Date | null
    last_used_at: Date | null
    synced_at: Date | null
    created_at: Date
    updated_at: Date
  }
  media_uploads: { number_id: string; content_hash: Buffer; mime_type: string; media_id: string; uploaded_at: Date }
}
