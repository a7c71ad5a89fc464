// The action of a log entry in words, with the code that the log is filtered by.
import { useWords } from '../../words/words.tsx'

const named = [
  ...(['auth.login', 'auth.register', 'auth.logout', 'login_success', 'failed_login_attempt'] as const),
  ...(['password_change', 'suspicious_activity', 'unauthorized_access'] as const),
]

export function LogAction({ action }: { action: string }) {
  const t = useWords('adminui')
  const known = named.find(name => name === action)
  return (
    <span className="grid">
      {known ? t(`log.${known}`) : inWords(action)}
      <code className="text-xs text-ink-3">{action}</code>
    </span>
  )
}

/** `admin.user.role_granted` → "User role granted". */
function inWords(action: string): string {
  const words = action.replace(/^admin\./, '').replaceAll(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
