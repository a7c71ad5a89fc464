// An entry of the activity log: what someone did to an account, or tried to do.

export interface Activity {
  /** An activity such as auth.login, or a kind of security event such as login_success. */
  name: string
  status: 'success' | 'error' | 'info' | 'warning'
  /** Null when nobody is known to have done it. */
  userId: string | null
  email: string | null
  ip: string
  userAgent: string | null
  at: Date
  details: Record<string, unknown>
}
