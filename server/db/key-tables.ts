// The table of API keys, as Kysely sees it.
export interface KeyTables {
  api_keys: {
    user_id: string
    id: string
    key_hash: Buffer
    name: string
    prefix: string
    scope: 'read' | 'write'
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
}
