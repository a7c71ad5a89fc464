// Kysely types of the tables for phones and the deliveries to them.
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export interface DeliveryTables {
  destinations: {
    user_id: string
    id: string
    name: string
    wa_id: string | null
    wa_user_id: string | null
    state: 'pending' | 'linked' | 'stopped' | 'unreachable'
    consent: Json<unknown> | null
    last_inbound_at: Date | null
    paused_until: Date | null
    suspended_until: Date | null
    rights: Generated<'read' | 'act' | 'reply'>
    fallback: Json<unknown> | null
    unreachable_since: Date | null
    unreachable_notified_at: Date | null
    created_at: Date
  }
  link_codes: { code_hash: Buffer; user_id: string; destination_id: string; created_at: Date; expires_at: Date; used_at: Date | null }
  lanes: {
    user_id: string
    destination_id: string
    tokens: number
    refilled_at: Date
    next_at: Date | null
    blocked_until: Date | null
    claimed_by: string | null
    claimed_until: Date | null
    trouble_notified_since: Date | null
  }
  deliveries: {
    user_id: string
    id: string
    seq: Generated<string>
    kind: Generated<'mail' | 'announcement' | 'digest' | 'shown' | 'attachment'>
    message_id: string | null
    filter_id: string | null
    destination_id: string
    state: string
    reason: string | null
    attempts: number
    due_at: Date | null
    wamid: string | null
    usage_month: string | null
    redact: Json<unknown> | null
    announced_by: string | null
    digest_id: string | null
    urgent: Generated<boolean>
    wait_until: Date | null
    for_digest: Generated<boolean>
    planned: Json<unknown> | null
    show: 'headers' | 'summary' | 'full' | null
    overdue_at: Date | null
    incident: string | null
    arrived_wamids: string[] | null
    failures: Json<unknown> | null
    fell_back_to: 'destination' | 'mail' | 'nowhere' | null
    escalation_id: string | null
    acknowledged_at: Date | null
    files: number[] | null
    carries: number | null
    part: number | null
    as_link: Generated<boolean>
    is_repeat: Generated<boolean>
    created_at: Date
    resent_at: Date | null
    accepted_at: Date | null
    sent_at: Date | null
    delivered_at: Date | null
    read_at: Date | null
    failed_at: Date | null
    updated_at: Date
  }
  attempts: {
    user_id: string
    delivery_id: string
    n: number
    started_at: Date
    dispatched_at: Date | null
    ended_at: Date | null
    outcome: string | null
    reason: string | null
    wamid: string | null
    price_category: string | null
    is_billed: boolean | null
  }
  messenger_numbers: {
    number_id: string
    paused_until: Date | null
    pause_reason: string | null
    tokens: number | null
    refilled_at: Date | null
    per_second: number | null
    state_reported_at: Date | null
    direct_send_lost_at: Date | null
    trouble_since: Date | null
    trouble_phones: Generated<string[]>
    trouble_pauses: Generated<number>
    trouble_ended_at: Date | null
    updated_at: Date
  }
  pauses: { user_id: string; until: Date; phone_ends: Generated<unknown>; set_at: Date }
  rotas: { user_id: string; id: string; name: string; shifts: Json<unknown>; created_at: Date; updated_at: Date }
  escalations: {
    user_id: string
    id: string
    message_id: string
    filter_id: string
    state: string
    after_minutes: number
    then_email: boolean
    steps: Json<unknown>
    version: Generated<number>
    next_at: Date | null
    created_at: Date
    ended_at: Date | null
  }
  phone_commands: {
    user_id: string
    id: string
    destination_id: string
    message_id: string
    delivery_id: string
    wamid: string
    command: string
    state: 'waiting' | 'done' | 'failed' | 'refused'
    reason: string | null
    action_id: string | null
    until: Date | null
    created_at: Date
    ended_at: Date | null
  }
}
