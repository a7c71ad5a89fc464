// The tables of what people ask on their phones, as Kysely sees them.
export interface PhoneTables {
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
    act_id: string | null
    until: Date | null
    created_at: Date
    ended_at: Date | null
  }
}
