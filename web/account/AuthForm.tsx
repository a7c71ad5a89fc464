// The form layout of all sign-in pages: an error on top, the fields, one button.
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'

interface AuthFormProps {
  refused: string | null
  action: string
  busy: boolean
  /** One card among others: its button does not stand out. */
  quiet?: boolean
  onSend(event: FormEvent): Promise<void>
  children: ReactNode
}

export function AuthForm({ refused, action, busy, quiet = false, onSend, children }: AuthFormProps) {
  return (
    <form className="grid gap-4" noValidate onSubmit={event => void onSend(event)}>
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      {children}
      <Button type="submit" look={quiet ? 'quiet' : 'primary'} block={!quiet} className={quiet ? 'w-fit' : undefined} busy={busy}>
        {action}
      </Button>
    </form>
  )
}
