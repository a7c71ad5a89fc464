// Defines an entry in the activity log: what somebody did, or tried to do, with an account.

export interface Activity {
  /** An activity such as auth.login, or a kind of security event such as login_success. */
  name: string
  status: 'success' | 'error' | 'info' | 'warning'
  /** Null if unknown. */
  userId: string | null
  email: string | null
  ip: string
  userAgent: string | null
  at: Date
  details: Record<string, unknown>
}
