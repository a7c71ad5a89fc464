// Kysely types of the tables for users and how they sign in.
import type { Generated } from 'kysely'
import type { Big, Json } from './columns.ts'

export interface AuthTables {
  users: {
    id: string
    email: string | null
    password_hash: string | null
    email_confirmed_at: Date | null
    user_metadata: Json<unknown>
    app_metadata: Json<unknown>
    is_anonymous: boolean
    new_email: string | null
    banned_until: Date | null
    role: Generated<string>
    invited_at: Date | null
    deleted_at: Date | null
    confirmation_sent_at: Date | null
    recovery_sent_at: Date | null
    email_change_sent_at: Date | null
    reauthentication_sent_at: Date | null
    phone: string | null
    phone_confirmed_at: Date | null
    new_phone: string | null
    phone_change_sent_at: Date | null
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
  }
  identities: {
    id: string
    user_id: string
    provider: string
    provider_id: string
    identity_data: Json<unknown>
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
  }
  factors: {
    id: string
    user_id: string
    friendly_name: string
    factor_type: 'totp' | 'phone' | 'webauthn'
    status: 'unverified' | 'verified'
    sealed_secret: Buffer | null
    phone: string | null
    last_step: Big | null
    last_challenged_at: Date | null
    created_at: Date
    updated_at: Date
  }
  passkeys: {
    factor_id: string
    user_id: string
    credential_id: Buffer
    public_key: Buffer
    counter: Big
    transports: string[]
    created_at: Date
  }
  sign_in_passkeys: {
    id: string
    user_id: string
    friendly_name: string
    credential_id: Buffer
    public_key: Buffer
    counter: Big
    transports: string[]
    created_at: Date
    last_used_at: Date | null
  }
  used_passkey_challenges: { id: string; user_id: string; created_at: Date }
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: Generated<Date | null>; created_at: Date }
  challenges: {
    id: string
    factor_id: string
    user_id: string
    ip: string
    code_hash: Buffer | null
    attempts: Generated<number>
    verified_at: Date | null
    created_at: Date
    passkey_challenge: Buffer | null
  }
  sessions: {
    id: string
    user_id: string
    aal: 'aal1' | 'aal2'
    amr: Json<unknown>
    factor_id: string | null
    user_agent: string | null
    ip: string | null
    created_at: Date
    refreshed_at: Date
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    user_id: string
    parent_hash: Buffer | null
    sealed_token: Buffer | null
    revoked_at: Date | null
    created_at: Date
  }
  flow_states: {
    id: string
    user_id: string
    code_challenge: string
    code_challenge_method: 's256' | 'plain'
    method: string
    auth_code_hash: Buffer | null
    auth_code_issued_at: Date | null
    sealed_return: Buffer | null
    created_at: Date
  }
  provider_flows: {
    id: string
    secret_hash: Buffer
    browser_hash: Buffer | null
    provider: string
    redirect_to: string
    code_challenge: string | null
    code_challenge_method: 's256' | 'plain' | null
    user_id: string | null
    sealed_secrets: Buffer
    created_at: Date
  }
  one_time_tokens: {
    user_id: string
    kind: 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new' | 'reauthentication'
    email: string
    code_hash: Buffer
    link_hash: Buffer
    flow_id: string | null
    identity_id: string | null
    attempts: Generated<number>
    used_at: Date | null
    created_at: Date
  }
  phone_codes: {
    user_id: string
    kind: 'sms' | 'phone_change' | 'reauthentication'
    phone: string
    code_hash: Buffer
    keeps_password: boolean
    attempts: Generated<number>
    used_at: Date | null
    created_at: Date
  }
  devices: { user_id: string; device_hash: Buffer; first_seen_at: Date; last_seen_at: Date }
  known_networks: { user_id: string; network_hash: Buffer; last_seen_at: Date }
  blocked_addresses: { id: string; network: string; reason: string; blocked_by: string; created_at: Date; ends_at: Date | null }
  service_keys: { id: string; created_at: Date; expires_at: Date; revoked_at: Date | null }
}
